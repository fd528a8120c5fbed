// Each thread has a chunk of the array, and the last chunk ends with the array.

__global__ void k(float *a, int n, int chunk) {
    int from = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
    int to = from + chunk < n ? from + chunk : n;
    for (int i = from; i < to; i++) a[i] = 0.0f;
}
