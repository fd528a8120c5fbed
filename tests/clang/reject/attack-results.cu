// The result of a function has its own type.
__device__ double g(double x) {
    __ensures(__return_val_int() == 2.5);
//            ^^^^^^^^^^^^^^^^^^ error c.unsupported
    return x;
}

__device__ unsigned h(int x) {
    __ensures(__return_val_int() >= 0);
//            ^^^^^^^^^^^^^^^^^^ error c.unsupported
    return x;
}

__device__ bool odd(int x) {
    __ensures(__return_val_bool() == (x % 2 == 1));
    __ensures(__return_val_int() == 1);
//            ^^^^^^^^^^^^^^^^^^ error c.unsupported
    return x % 2 == 1;
}

__global__ void k(double *a, unsigned *b) {
    a[threadIdx.x + blockIdx.x * blockDim.x] = g(2.5);
    b[threadIdx.x + blockIdx.x * blockDim.x] = h(-1) + odd(3);
}
