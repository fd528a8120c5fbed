// A divisor that is computed may be 0. A parameter is taken to be positive.

__global__ void k(int *out, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i / w + i / (w - h);
}
