// The number of the first thread wraps around, so one thread of each block writes.

__global__ void wrong(unsigned *out) {
    unsigned l = threadIdx.x - 1u;
    if (l == 0xffffffffu) out[0] = blockIdx.x;
//                        ^^^^^^ error store:data-race
}
