// A divisor that is computed may be 0.

__global__ void k(int *out, unsigned w, unsigned h) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i / (w - h);
//                ^^^^^ error expression:division-by-zero
}
