// A condition that leaves launches of one thread would hide that all threads write one element.

__global__ void k(int *a, int n){ unsigned i=threadIdx.x+blockIdx.x*blockDim.x; a[(unsigned char)(i*256)]=1; }
//                                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^ error store:data-race
