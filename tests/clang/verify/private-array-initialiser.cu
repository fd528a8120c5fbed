// A private array starts with the values of its initialiser, which may depend on a parameter.

/*@ kernel requires tcount <= a.length && 0 <= n && n <= 100;
    context Perm(a[tid], write);
    ensures a[tid] == 2 * n + 4;
@*/
__global__ void k(int *a, int n) {
    int m[4] = {n, 1, n, 3};
    a[blockIdx.x * blockDim.x + threadIdx.x] = m[0] + m[1] + m[2] + m[3];
}
