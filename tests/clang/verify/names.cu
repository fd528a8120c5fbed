// Functions and variables of the file may have the names of those of the language.

namespace own {
__device__ int min(int x, int y) {
    return x + y;
}
}  // namespace own

/*@ requires 0 <= n && n < 10 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int x = own::min(n, 1);
    //@ assert x == n + 1;
    int y = min(n, 1);
    //@ assert n > 0 ==> y == 1;
    a[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}
