// A function of the device is no kernel.

__device__ int next(int x) {
    return x + 1;
}
//! error c.no-kernel 1:1:0
