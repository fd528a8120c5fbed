// The contract of the launch says that the whole array is filled.

/*@ kernel requires tcount == a.length;
    kernel context (\forall* int j = 0 .. a.length; Perm(a[j], write));
    kernel ensures (\forall int j = 0 .. a.length; a[j] == n);
    context Perm(a[tid], write);
    ensures a[tid] == n;
@*/
__global__ void fill(int *a, int n) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
