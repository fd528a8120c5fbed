// The product overflows in the function, and the finding stands there.

__device__ int square(int x) {
    return x * x;
//         ^^^^^ error expression:overflow
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = square(a[i]);
}
