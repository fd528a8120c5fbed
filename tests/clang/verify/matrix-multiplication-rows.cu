// Each thread computes an element of the product of two matrices of unsigned integers of 16 by 16 elements.

/*@ kernel requires a.length == 256 && b.length == 256 && c.length == 256;
    kernel requires blockDim.x == 16 && gridDim.x == 1 && blockDim.y == 16 && gridDim.y == 1;
    context (\forall* int k = 0 .. 16; Perm(a[tid.y * 16 + k], read));
    context (\forall* int k = 0 .. 16; Perm(b[k * 16 + tid.x], read));
    context Perm(c[tid.y * 16 + tid.x], write);
@*/
__global__ void multiply(const unsigned *a, const unsigned *b, unsigned *c) {
    int x = threadIdx.x;
    int y = threadIdx.y;
    unsigned sum = 0;
    for (int k = 0; k < 16; ++k) {
        sum += a[y * 16 + k] * b[k * 16 + x];
    }
    c[y * 16 + x] = sum;
}
