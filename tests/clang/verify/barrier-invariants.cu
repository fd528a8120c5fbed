// Invariants of barriers in CUDA, in front of a barrier in a loop.
__global__ void shift(int *out, int n) {
    __shared__ int s[64];
    __requires(blockDim.x == 64 && 0 <= n && n < 1000);
    for (int k = 0; __invariant(0 <= k), k < n; k++) {
        s[threadIdx.x] = 0;
        __barrier_invariant_2(s[threadIdx.x] == 0, threadIdx.x, (threadIdx.x + 32) % 64);
        __syncthreads();
        assert(s[(threadIdx.x + 32) % 64] == 0);
        out[blockIdx.x * blockDim.x + threadIdx.x] = s[(threadIdx.x + 32) % 64];
        __syncthreads();
    }
}
