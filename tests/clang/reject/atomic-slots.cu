// The result of an atomic function is a place of its own for each thread. Sepal does not know that, and no run shows a
// mistake.

__global__ void k(unsigned int *n, int *out) {
    unsigned int slot = atomicAdd(n, 1u);
    out[slot] = 7;
//  ^^^^^^^^^ unknown store:out-of-bounds
}
