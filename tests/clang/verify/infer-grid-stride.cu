// Each thread visits the elements at a distance of the number of threads.

__global__ void fill(int n, float *y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        y[i] = 1.0f;
    }
}
