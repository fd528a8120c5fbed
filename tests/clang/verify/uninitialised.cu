// A variable is written before it is read.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int x;
    if (n > 3) x = 1; else x = 2;
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
