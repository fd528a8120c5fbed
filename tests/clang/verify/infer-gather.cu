// The elements of an index array must be indices of the other array.

__global__ void gather(const int *idx, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[idx[i]];
}

__global__ void table(const int *idx, int *y, int n) {
    __shared__ int t[16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 16) t[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (i < n) y[i] = t[idx[i]];
}

__global__ void pairs(const unsigned *idx, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[2 * idx[i]] + x[2 * idx[i] + 1];
}
