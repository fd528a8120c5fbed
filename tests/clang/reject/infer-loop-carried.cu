// In each iteration a thread reads what its neighbour writes in the same iteration.

__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        s[t] = s[(t + 1) % 64] & 1;
//      ^^^^ error store:data-race
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = s[t];
}
