// Sepal concludes no order of accesses to memory from operations of warps.

// The threads wait for each other, so no run has a race; no proof is found either.
__global__ void ordered(float *a) {
    __shared__ float s[64];
    if (blockDim.x == 64 && gridDim.x == 1) {
        s[threadIdx.x] = a[threadIdx.x];
//      ^^^^^^^^^^^^^^ unknown group.resources:two-writers
        __syncwarp();
        a[threadIdx.x] = s[threadIdx.x ^ 1];
    }
}

// A shuffle orders no accesses.
__global__ void unordered(float *a) {
    __shared__ float s[64];
    if (blockDim.x == 64 && gridDim.x == 1) {
        s[threadIdx.x] = a[threadIdx.x];
        float v = __shfl_xor_sync(0xffffffffu, 1.0f, 1);
        a[threadIdx.x] = s[threadIdx.x ^ 1];
//                       ^^^^^^^^^^^^^^^^^^ error load:data-race
    }
}

// The barrier of a warp orders nothing between two warps.
__global__ void across(float *a) {
    __shared__ float s[64];
    if (blockDim.x == 64 && gridDim.x == 1) {
        s[threadIdx.x] = a[threadIdx.x];
        __syncwarp();
        a[threadIdx.x] = s[63 - threadIdx.x];
//                       ^^^^^^^^^^^^^^^^^^^ error load:data-race
    }
}
