// The matrix is stored row by row, and the thread writes it column by column.

/*@ requires 0 < w && 0 < h && w * h <= a.length && w * h <= 1000000 && w <= 1000 && h <= 1000;
    context tid.x < w && tid.y < h ==> Perm(a[tid.y * w + tid.x], write);
@*/
__global__ void clear(float *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        a[x * h + y] = 0.0f;
//      ^^^^^^^^^^^^ error store:insufficient-permission
    }
}
