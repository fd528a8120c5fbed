//--kernel-args=k,5,6 --kernel-arrays=moved,64,*
// Values belong to the parameters in their order, also to those that the code changes.
__global__ void k(int *a, int n, int m) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    while (n > 0) n /= 2;
    a[t] = n;
//  ^^^^ error store:data-race
    if (m != 5) a[0] = 7;
//              ^^^^ error store:data-race
}

__global__ void moved(int *p, int *q) {
    p = p + 1;
    q[threadIdx.x] = p[15];
//  ^^^^^^^^^^^^^^ unknown kernel.resources:two-writers
//                   ^^^^^ unknown load:out-of-bounds
}
