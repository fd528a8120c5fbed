// The threads behind the end of the array leave at once.

/*@ kernel requires n <= a.length;
    context tid < n ==> Perm(a[tid], write);
    ensures tid < n ==> a[tid] == (\old(a[tid]) < 0 ? 0 : \old(a[tid]));
@*/
__global__ void clip(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (a[i] >= 0) return;
    a[i] = 0;
}
