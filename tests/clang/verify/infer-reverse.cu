// The elements of a block change places through shared memory.

__global__ void reverse(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    a[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
