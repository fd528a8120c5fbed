// The distance of a shift is below the width.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    unsigned x = 1u << (n & 31);
    a[blockIdx.x * blockDim.x + threadIdx.x] = x > 0u;
}
