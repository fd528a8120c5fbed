// A function with a loop of its own is called with a number that the compiler knows.

__device__ unsigned power(unsigned x, int n) {
    unsigned y = 1;
    for (int i = 0; i < n; i++) y *= x;
    return y;
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void cubes(unsigned *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = power(a[i], 3);
}
