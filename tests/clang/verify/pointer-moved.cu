// Each thread moves the parameter to its own row, and walks over the row.

/*@ kernel requires a.length == 4 * tcount && tcount <= 1000000;
    context (\forall* int j = 0 .. 4; Perm(a[4 * tid + j], write));
    ensures a[4 * tid] == 1 && a[4 * tid + 1] == 2;
@*/
__global__ void rows(int *a) {
    a += 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    *a = 1;
    a++;
    *a = 2;
}
