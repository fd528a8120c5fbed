// A function that calls itself cannot stand in place of its calls.

__device__ int down(int n) {
    if (n <= 0) return 0;
    return down(n - 1);
//         ^^^^^^^^^^^ error c.unsupported
}

__global__ void k(int n) {
    int x = down(n);
}
