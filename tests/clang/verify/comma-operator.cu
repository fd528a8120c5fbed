// The comma operator evaluates its left side first, so the index is that behind the increment.

/*@ kernel requires a.length == 2 * tcount && tcount <= 1000000;
    context Perm(a[2 * tid + 1], write);
    ensures a[2 * tid + 1] == 4;
@*/
__global__ void k(int *a) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    a[(i++, i + 0)] = 4;
}
