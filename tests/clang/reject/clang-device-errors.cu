// An error in a function that the device may execute hides what kernels mean: nothing else is said of the file.

__device__ int shifted(int i) {
    return i + undeclared;
//             ^^^^^^^^^^ error c.clang
}

__global__ void bad(int *a) {
    a[0] = threadIdx.x;
}
