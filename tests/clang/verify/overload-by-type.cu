// Two functions have one name, and the type of the argument decides which one is called.

__device__ int kind(int x) {
    return 1;
}
__device__ int kind(float x) {
    return 2;
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 12;
@*/
__global__ void k(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = kind(5) * 10 + kind(5.0f);
}
