// Threads of different blocks have the same number in their blocks.

__global__ void k(int *out) {
    out[threadIdx.x] = blockIdx.x;
//  ^^^^^^^^^^^^^^^^ error store:data-race
}
