// A condition that leaves launches of two threads would hide the race of others.

__global__ void k(int *a,unsigned n){ unsigned i=blockIdx.x*blockDim.x+threadIdx.x; if(i*2147483648u==0u && i!=0u) a[0]=1; }
//                                                                                                                 ^^^^ error store:data-race
