// The inner loop runs one step too far, into the row of the next thread.

/*@ kernel requires a.length == 4 * tcount + 1 && tcount <= 1000000;
    context (\forall* int j = 0 .. 4; Perm(a[4 * tid + j], write));
@*/
__global__ void clear(int *a) {
    int base = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int y = 0; y < 2; y++) {
        for (int x = 0; x <= 2; x++) {
            a[base + 2 * y + x] = 0;
//          ^^^^^^^^^^^^^^^^^^^ error store:insufficient-permission
        }
    }
}
