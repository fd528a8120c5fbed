// Groups of more than 32 threads race, and no condition on the size of groups hides that.
__global__ void k(int *a){
    __shared__ int s[32];
    if (blockDim.x <= 32) s[threadIdx.x] = 1;
    else a[blockIdx.x] = threadIdx.x;
//       ^^^^^^^^^^^^^ error store:data-race
}

// Grids of more than 70000 groups race.
__device__ int g[70000];
__global__ void grids(int *a) {
  if (gridDim.x <= 70000) {
    if (threadIdx.x == 0) g[blockIdx.x] = 1;
  } else a[0] = 1;
//       ^^^^ unknown kernel.resources:two-writers
//       ^^^^ error store:data-race
}
