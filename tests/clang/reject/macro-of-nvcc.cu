// nvcc defines __NVCC__ in front of each file.
__global__ void k(int *a) {
#ifdef __NVCC__
    a[0] = threadIdx.x;
//  ^^^^ error store:data-race
#else
    a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
#endif
}
