// Only the second kernel overflows, and the first one is proved.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void clear(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void increment(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i]++;
//  ^^^^^^ error expression:overflow
}
