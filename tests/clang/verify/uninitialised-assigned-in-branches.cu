// The variable has no initial value, and each path assigns it before it is read.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == (n == 0 ? 7 : 8);
@*/
__global__ void k(int *a, int n) {
    int x;
    if (n == 0) {
        x = 7;
    } else {
        x = 8;
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
