// Atomic operations are not supported yet.

__global__ void count(int *a) {
    atomicAdd(a, 1);
//  ^^^^^^^^^^^^^^^ error c.unsupported
}
