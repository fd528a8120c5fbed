// Threads without an element return early.

__global__ void negate(int *a, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i] = ~a[i];
}
