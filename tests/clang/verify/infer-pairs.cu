// Each thread writes two neighbours.

__global__ void pairs(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[2 * i] = 0;
        a[2 * i + 1] = 1;
    }
}
