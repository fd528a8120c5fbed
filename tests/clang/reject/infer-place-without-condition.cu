// The race needs no condition of the launch, and what other places need must not hide it.

__global__ void small(int *a, int n) {
    __shared__ int s[1];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < 0) s[0] = t;
//             ^^^^ error store:data-race
    a[n + t] = 1;
//  ^^^^^^^^ unknown contract.well-formed:out-of-bounds
//  ^^^^^^^^ error store:out-of-bounds
}

__global__ void large(int *a, int n) {
    __shared__ int s[1024];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = n;
    if (x > 4000000000u) s[0] = t;
//                       ^^^^ error store:data-race
    a[t + n] = 3;
//  ^^^^^^^^ unknown contract.well-formed:out-of-bounds
//    ^^^^^ error expression:overflow
//  ^^^^^^^^ error store:out-of-bounds
}
