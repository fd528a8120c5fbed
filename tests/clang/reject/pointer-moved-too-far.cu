// The pointer is moved behind the end of the row of the thread.

/*@ kernel requires a.length == 2 * tcount && tcount <= 1000000;
    context Perm(a[2 * tid], write) ** Perm(a[2 * tid + 1], write);
@*/
__global__ void rows(int *a) {
    int *p = a + 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    *p++ = 1;
    *p++ = 2;
    *p = 3;
//  ^^ error store:out-of-bounds
}
