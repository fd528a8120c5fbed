// The buffers are swapped at the start of each round, so a barrier comes between the swap and the head of the loop.

__global__ void k(int *out, int rounds) {
    __shared__ int s[256];
    int t = threadIdx.x, last = blockDim.x - 1, in = 0;
    s[t] = t;
    __syncthreads();
    for (int i = 0; i < rounds; i++) {
        in = 1 - in;
        s[in * 128 + t] = s[(1 - in) * 128 + last - t];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = s[in * 128 + t];
}
