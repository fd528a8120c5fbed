// The pointer stands one element too far, so the thread writes the first element of the next row.

/*@ kernel requires a.length == 3 * tcount + 1 && tcount <= 1000000;
    context (\forall* int j = 0 .. 3; Perm(a[3 * tid + j], write));
@*/
__global__ void k(int *a) {
    int *p = a + 3 * (blockIdx.x * blockDim.x + threadIdx.x) + 1;
    p[0] = 1;
    p[1] = 2;
    p[2] = 3;
//  ^^^^ error store:insufficient-permission
}
