// Groups of more than 32 threads race, and no condition on the size of groups hides that.
__global__ void k(int *a){
    __shared__ int s[32];
    if (blockDim.x <= 32) s[threadIdx.x] = 1;
    else a[blockIdx.x] = threadIdx.x;
//       ^^^^^^^^^^^^^ error store:data-race
}
