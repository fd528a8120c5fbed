// The two kernels of a file have launches of different numbers of dimensions.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void row(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

/*@ kernel requires tcount.x == 16 && tcount.y == 16 && b.length == 256;
    context Perm(b[tid.y * 16 + tid.x], write);
@*/
__global__ void square(int *b) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    b[y * 16 + x] = 1;
}
