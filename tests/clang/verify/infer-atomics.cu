// Counts, sums and maxima by atomic functions need no invariant: nothing is said of the values.
__global__ void histogram(const int *key, int *h, int n, int bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int k = key[i];
        if (k >= 0 && k < bins) atomicAdd(&h[k], 1);
    }
}

__global__ void in_shared_memory(const int *key, int *h, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) s[t] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + t;
    if (i < n) atomicAdd(&s[(unsigned)key[i] % 64u], 1);
    __syncthreads();
    if (t < 64) atomicAdd(&h[t], s[t]);
}

__global__ void reduce(const float *x, float *out, int n) {
    __shared__ float s[256];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) atomicAdd(out, s[0]);
}

__global__ void with_fence(const int *x, int *part, unsigned *done, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) part[i] = x[i];
    __threadfence();
    if (threadIdx.x == 0) atomicInc(done, gridDim.x);
}
