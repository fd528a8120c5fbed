// The conditional operator evaluates only one of its alternatives, so the division is safe.

/*@ kernel requires tcount <= a.length;
    requires Perm(a[tid], write) ** 0 <= a[tid];
    ensures Perm(a[tid], write) ** (d > 0 ==> a[tid] <= \old(a[tid]));
@*/
__global__ void divide(int *a, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = d > 0 ? a[i] / d : -1;
}
