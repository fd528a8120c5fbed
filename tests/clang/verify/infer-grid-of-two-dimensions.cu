// The blocks stand in two dimensions, and the threads of a block in one.

__global__ void k(const float *in, float *out, int n) {
    int i = blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i];
}
