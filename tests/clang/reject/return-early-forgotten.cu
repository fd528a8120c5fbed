// The guard has no `return`, so the threads behind the end of the array go on.

/*@ kernel requires 0 <= n && n <= a.length;
    context tid < n ==> Perm(a[tid], write);
@*/
__global__ void clear(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int done = 0;
    if (i >= n) done = 1;
    a[i] = done;
//  ^^^^ error store:out-of-bounds
}
