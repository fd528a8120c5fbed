// Rows and columns from a number, by a division.

__global__ void k(float *a, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int y = i / w, x = i % w;
    if (i < w * h) a[y * w + x] = x;
}
