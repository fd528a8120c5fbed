// A constant outside of functions may be computed from another one.
constexpr int limit = 10;
const int twice = 2 * limit;

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 30;
@*/
__global__ void k(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = limit + twice;
}
