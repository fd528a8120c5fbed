// `assert` of the code is proved.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    assert(n >= 0 && n <= 1000);
    a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
