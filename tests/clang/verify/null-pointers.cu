// Null pointers: one that gets an array later, and one through which nothing is accessed.

__global__ void setLater(int *a, int *b, int n) {
    int *p = nullptr;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p = a + 1;
    p[i] = n;
    int *q = 0;
    if (n > 0) {
        q = b;
        q[i] = 1;
    }
}

__device__ int sum(const int *a, const int *b, bool both, int i) {
    return both ? a[i] + b[i] : a[i];
}

__global__ void argument(const unsigned char *in, unsigned char *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *none = NULL;
    int part[2] = {in[i], 1};
    out[i] = sum(part, none, false, 1) + sum(part, nullptr, false, 0);
}

struct Pair { int x; float y; };
__device__ int first(const Pair *p, int x) { return x > 0 ? x : p->x; }
__global__ void structures(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = first(nullptr, 3);
}

__global__ void onlyIfGiven(const float *x, const float *scale, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    if (scale != nullptr) {
        v *= scale[i];
    }
    if (!scale) v = 0;
    out[i] = v;
}

// All threads see the same.
__global__ void decidesForAll(int *a) {
    __shared__ int s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 0;
    if (a) {
        __syncthreads();
    }
    int local = 1;
    int *p = &local;
    assert(s != nullptr && p != nullptr);
}

// If a parameter is null, its array has no elements, and so the condition of the launch excludes it.
__global__ void onlyIfNull(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a == nullptr) a[i] = 1;
}

__device__ bool isNull(const int *p) { return p == nullptr; }

__global__ void none(int *out, int n) {
    assert(isNull(nullptr));
    int *p = nullptr;
    if (n > 0) {
        p = out;
    }
    assert(n > 0 ? isNull(p) == isNull(out) : isNull(p));
}
