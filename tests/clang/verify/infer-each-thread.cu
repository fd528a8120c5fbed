// No bound that is the same for all threads keeps the index in the array, so the conditions are about each thread. They
// exclude launches in which an index does not exist, and say nothing else.

__global__ void rows(const int *a, int *out, int w, int i) {
    int x = blockIdx.x;
    int y = i - 1 - x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = a[w * y + x];
}

__global__ void iterations(const int *a, int *out, int w, int i, int m) {
    int s = 0;
    for (int k = 0; k < m; k++) {
        s ^= a[w * (i - (int)blockIdx.x) + k];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
