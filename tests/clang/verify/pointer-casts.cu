// A pointer to numbers, cast to one to vectors: an element is as many consecutive numbers as the vector has lanes.
struct Pair {
    int first, second;
};

__global__ void copy(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 < n && i < 1000000) {
        float4 v = reinterpret_cast<const float4 *>(in)[i];
        v.w = v.x;
        ((float4 *)out)[i] = v;
        assert(out[4 * i + 3] == in[4 * i] || v.x != v.x);
    }
}

__device__ void fill(uchar4 *p, int i) {
    p[i] = make_uchar4(1, 2, 3, 4);
}

__global__ void bytes(unsigned char *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 16) {
        fill((uchar4 *)(out + 64), i);
        uchar4 *p = (uchar4 *)out + 16;
        assert(p[i].y == 2 && out[64 + 4 * i + 2] == 3);
        unsigned char *q = (unsigned char *)p;
        assert(q[4 * i] == 1);
    }
}

__global__ void pairs(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 100) {
        Pair *p = (Pair *)a;
        p[i].second = 7;
        assert(a[2 * i + 1] == 7);
    }
}

__global__ void shared(float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    if (t < 64) ((float4 *)s)[t] = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
    __syncthreads();
    if (t < 256) out[blockIdx.x * blockDim.x + t] = s[t];
}

// The address of an element behind a cast.
__global__ void addressOfAnElement(float *a) {
    float4 *p = (float4 *)a;
    float4 *q = &p[1];
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *q = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
        assert(a[5] == 2.0f);
    }
}
