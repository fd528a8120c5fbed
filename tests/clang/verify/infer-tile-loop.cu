// Tiles of a matrix pass through shared memory, with two barriers in the loop.

__global__ void column(const float *a, float *out, int tiles) {
    __shared__ float s[32];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int m = 0; m < tiles; m++) {
        s[t] = a[m * 32 + t];
        __syncthreads();
        for (int k = 0; k < 32; k++) sum += s[k];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}
