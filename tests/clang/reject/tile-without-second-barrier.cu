// The textbook's mistake in a kernel with tiles: the next tile is loaded while other threads still read this one.

__global__ void k(float *C, const float *A, int n) {
    __shared__ float a[4];
    float s = 0;
    for (int k = 0; k < n / 4; k++) {
        a[threadIdx.x] = A[k * 4 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 4; j++) {
            s += a[j];
//               ^^^^ error load:data-race
        }
    }
    C[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
