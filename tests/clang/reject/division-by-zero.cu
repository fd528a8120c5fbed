// The divisor can be 0.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int d = n;
    a[blockIdx.x * blockDim.x + threadIdx.x] = 100 / d;
//                                                   ^ error expression:division-by-zero
}
