// The helper returns without its barrier.

__device__ void settle(int mode) {
    if (mode == 0) return;
    __syncthreads();
}

__global__ void k(int *out, int mode) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
//  ^^^^ error store:data-race
    settle(mode);
    out[blockIdx.x * blockDim.x + t] = s[t ^ 1];
}
