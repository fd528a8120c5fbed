// The guard tests only the column, and the launch has more rows than the matrix.

/*@ kernel requires w == 30 && h == 20 && a.length == 600 && tcount.x <= 1000 && tcount.y <= 1000;
    context tid.x < w && tid.y < h ==> Perm(a[tid.y * w + tid.x], write);
@*/
__global__ void clear(int *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w) return;
    a[y * w + x] = 0;
//  ^^^^^^^^^^^^ error store:out-of-bounds
}
