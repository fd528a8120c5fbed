// A pointer to a function is not supported yet.

__device__ int twice(int x) {
    return 2 * x;
}

__global__ void k(int n) {
    int (*f)(int) = twice;
//  ^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    int y = f(3);
//          ^^^^ error c.unsupported
}
