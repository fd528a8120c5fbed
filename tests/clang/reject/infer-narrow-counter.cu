// The counter has 8 bits and wraps around, so the loop visits elements again.

__global__ void k(int *out) {
    unsigned char i = threadIdx.x;
    out[i] = 1;
//  ^^^^^^ error store:data-race
}
