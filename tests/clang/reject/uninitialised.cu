// The variable has no value if `n` is at most 3.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int x;
    if (n > 3) x = 1;
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
//                                             ^ error expression:uninitialised
}
