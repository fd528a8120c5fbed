// A sum of bounded numbers fits.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int big = 2147480000;
    big += n;
    a[blockIdx.x * blockDim.x + threadIdx.x] = big;
}
