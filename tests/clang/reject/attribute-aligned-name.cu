// The address is no multiple of 16, so that the store has no meaning.
typedef int aligned_int __attribute__((aligned(16)));

__global__ void k(int *c) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        aligned_int *p = (aligned_int *)(c + 1);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
        *p = 1;
    }
}
