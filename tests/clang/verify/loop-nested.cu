// Two nested loops clear the rows and columns of the part of the matrix that belongs to the thread.

/*@ kernel requires a.length == 12 * tcount && tcount <= 1000000;
    context (\forall* int j = 0 .. 12; Perm(a[12 * tid + j], write));
    ensures (\forall int j = 0 .. 12; a[12 * tid + j] == 0);
@*/
__global__ void clear(int *a) {
    int base = 12 * (blockIdx.x * blockDim.x + threadIdx.x);
    /*@ loop_invariant (\forall* int j = 0 .. 12; Perm(a[12 * tid + j], write));
        loop_invariant (\forall int j = 0 .. 4 * y; a[12 * tid + j] == 0);
    @*/
    for (int y = 0; y < 3; y++) {
        /*@ loop_invariant (\forall* int j = 0 .. 12; Perm(a[12 * tid + j], write));
            loop_invariant (\forall int j = 0 .. 4 * y + x; a[12 * tid + j] == 0);
        @*/
        for (int x = 0; x < 4; x++) {
            a[base + 4 * y + x] = 0;
        }
    }
}
