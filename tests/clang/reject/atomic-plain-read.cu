// A thread reads a counter while other threads count.

__global__ void k(int *n, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(n, 1);
//  ^^^^^^^^^^^^^^^ error store:data-race
    if (i == 0) out[0] = n[0];
}
