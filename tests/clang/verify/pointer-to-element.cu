// A pointer is the number of its element, so annotations compare it with numbers.

/*@ kernel requires a.length == 2 * tcount && tcount <= 1000000;
    context Perm(a[2 * tid], write) ** Perm(a[2 * tid + 1], write);
    ensures a[2 * tid] == 0 && a[2 * tid + 1] == 7;
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *p = &a[2 * i];
    //@ assert p == 2 * tid;
    *p++ = 0;
    //@ assert p == 2 * tid + 1;
    *p = 7;
}
