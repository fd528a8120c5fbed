// A condition for one access would exclude the branch with the race.

__global__ void k(int *a, int n){ int i=threadIdx.x+blockIdx.x*blockDim.x; if(n<-5) a[0]=1; a[i*n]=1; }
//                                                                                  ^^^^ error store:data-race
//                                                                                          ^^^^^^ error store:data-race
//                                                                                          ^^^^^^ error store:out-of-bounds
//                                                                                          ^^^^^^ unknown contract.well-formed:out-of-bounds
