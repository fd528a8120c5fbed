// Iterations without barrier, which touch nothing that is shared, between iterations with barriers.

__global__ void k(int *out, int rounds) {
    __shared__ int s[64];
    int t = threadIdx.x, x = 0;
    s[t] = t;
    for (int i = 0; i < rounds; i++) {
        if (i % 2 == 1) continue;
        __syncthreads();
        x = s[blockDim.x - 1 - t];
        __syncthreads();
        s[t] = x;
    }
    out[blockIdx.x * blockDim.x + t] = x;
}
