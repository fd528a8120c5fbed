// All threads write one element.

__global__ void same(int *a) { a[0] = threadIdx.x; }
//                             ^^^^ error store:data-race
