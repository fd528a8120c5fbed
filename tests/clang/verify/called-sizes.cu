//pass
//--blockDim=[8,8] --gridDim=[4] --kernel-args=shift,64 -DSTEP=1 --no-inline
__global__ void fill(int *a) {
    a[threadIdx.x + 8 * (threadIdx.y + 8 * blockIdx.x)] = STEP;
}

// The launch has the dimensions of the options, also where the code does not name them.
__global__ void rows(int *a) {
    a[threadIdx.x + 8 * (threadIdx.y + 8 * blockIdx.x)] = gridDim.x;
    assert(gridDim.y == 1 && blockDim.y == 8);
}

__global__ void shift(int *a, unsigned n) {
    int i = threadIdx.x + blockDim.x * threadIdx.y;
    a[i + (blockIdx.x * 2) * n] = a[i + (blockIdx.x * 2 + 1) * n];
}
