// Only some threads of a block reach the barrier.

__global__ void div(int *a, int n) {
    if (threadIdx.x < n) { __syncthreads(); }
//      ^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
