// Only some threads of a block leave in front of the barrier.

__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n) return;
//      ^^^^^^ error barrier.divergence:non-uniform
    s[t] = t;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[t];
}
