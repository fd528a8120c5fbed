// Groups in the second dimension write the same elements, also if each of them has one thread in that dimension.

__global__ void k(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:data-race
}
