// CUDA does not define a shift by the width of the number or more.

__global__ void k(unsigned n, unsigned distance) {
    unsigned x = n << distance;
//               ^^^^^^^^^^^^^ error expression:overflow
}
