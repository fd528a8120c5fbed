// The launch is larger than the matrix in both dimensions, and the guard tests both coordinates.

/*@ kernel requires w == 30 && h == 20 && a.length == 600 && tcount.x <= 1000 && tcount.y <= 1000;
    context tid.x < w && tid.y < h ==> Perm(a[tid.y * w + tid.x], write);
    ensures tid.x < w && tid.y < h ==> a[tid.y * w + tid.x] == 0;
@*/
__global__ void clear(int *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    a[y * w + x] = 0;
}
