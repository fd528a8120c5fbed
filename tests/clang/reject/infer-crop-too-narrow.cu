// The rows of the result are one element too short.

__global__ void crop(const float *a, float *b, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w - 2 && y < h - 2) b[y * (w - 3) + x] = a[(y + 1) * w + x + 1];
//                              ^^^^^^^^^^^^^^^^^^ error store:data-race
}
