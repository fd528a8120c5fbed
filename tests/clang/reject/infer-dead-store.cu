// A condition that excludes the store would hide that its index is too large.

__global__ void k(int n){ __shared__ int s[64]; if(n>5) s[n+60]=1; }
//                                                      ^^^^^^^ error store:out-of-bounds
//                                                      ^^^^^^^ unknown contract.well-formed:out-of-bounds
//                                                      ^^^^^^^ unknown group.resources:two-writers
