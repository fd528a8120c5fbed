// Threads whose element is -1 do not come to the barrier. A condition that all elements are indices would hide that.
__global__ void k(const int *from, const int *x, int *z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (from[i] != -1) {
//    ^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    z[i] = x[from[i]];
    __syncthreads();
  }
}
