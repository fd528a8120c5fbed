// A helper that waits in one of its branches, and that is left early.

__device__ void settle(int mode) {
    if (mode == 0) return;
    if (mode > 1) { __syncthreads(); }
    __syncthreads();
}

__global__ void k(int *out, int mode) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    settle(mode);
    if (mode == 0) out[blockIdx.x * blockDim.x + t] = s[t];
    if (mode != 0) out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
