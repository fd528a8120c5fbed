// Two threads would write one element in a block of more than 1024 threads, which no device has. So no run shows a race.
__global__ void k(int *a) {
  __shared__ int s[1024];
  s[threadIdx.x & 1023] = 1;
//^^^^^^^^^^^^^^^^^^^^^ unknown group.resources:two-writers
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x & 1023];
}
