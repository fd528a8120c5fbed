// The divisor is not 0.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int d = n + 1;
    a[blockIdx.x * blockDim.x + threadIdx.x] = 100 / d;
}
