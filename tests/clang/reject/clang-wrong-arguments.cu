// The function takes one argument.

__device__ int twice(int x) {
    return x + x;
}

__global__ void k(int n) {
    int x = twice(n, 1);
//          ^^^^^ error c.clang
}
