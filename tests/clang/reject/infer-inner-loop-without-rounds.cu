// The inner loop may have no iteration, and then no barrier separates two iterations of the outer loop.

__global__ void k(int *out, int n, int m) {
    __shared__ int s[64];
    int t = threadIdx.x, x = 0;
    s[t] = t;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        x ^= s[t ^ 1];
//           ^^^^^^^^ error load:data-race
        for (int j = 0; j < m; j++) __syncthreads();
        s[t] = i & 1;
//      ^^^^ error store:data-race
    }
    out[blockIdx.x * blockDim.x + t] = x;
}
