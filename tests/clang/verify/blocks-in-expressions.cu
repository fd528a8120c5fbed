// Blocks in expressions, as macros have them, and templates of variables.
#define LESSER(a, b) ({ __typeof__(a) first = (a); __typeof__(b) second = (b); first < second ? first : second; })

__global__ void lesser(const int *a, const int *b, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = LESSER(a[i], b[i]);
    int least = LESSER(4, i);
    assert(least <= 4 && least <= i);
}

__global__ void onlyIfItCounts(const int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && ({ int x = 12 / (n - i); x > 0; })) {
        assert(i < n);
    }
}

template <typename T> __constant__ T weights[4];
template <typename T> __global__ void weighted(const T *x, T *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i] * weights<T>[i & 3];
}

template <typename T> __device__ constexpr int size = 1;
template <> __device__ constexpr int size<double> = 2;
__global__ void sizes() {
    assert(size<float> == 1 && size<double> == 2);
}

void host() {
    weighted<float><<<1, 1>>>(nullptr, nullptr);
}
