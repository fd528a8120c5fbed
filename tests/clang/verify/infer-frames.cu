// Images with a frame, and the inside of images: the width of a row is a difference.

__global__ void pad(const float *a, float *b, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) b[(y + 1) * (w + 2) + x + 1] = a[y * w + x];
}

__global__ void crop(const float *a, float *b, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w - 2 && y < h - 2) b[y * (w - 2) + x] = a[(y + 1) * w + x + 1];
}

__global__ void diagonal(float *b, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) b[x * (n + 1)] = 1;
}

__global__ void other_diagonal(float *b, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) b[x * (n - 1) + n - 1] = 1;
}
