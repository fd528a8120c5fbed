// A comparison of two pointers is not supported yet.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a) {
    int *p = a + threadIdx.x;
    if (p < a + 3) *p = 0;
//      ^^^^^^^^^ error c.unsupported
}
