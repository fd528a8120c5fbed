// The last block reads what the others stored, and only the block that reads has a fence.

/*@ kernel requires gridDim.x == 2 && parts.length == 2 && out.length == 1 && done.length == 1;
    kernel requires Perm(done[0], write) ** done[0] == 0;
@*/
__global__ void k(int *parts, int *out, unsigned int *done) {
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = 1;
        if (atomicInc(done, gridDim.x) == gridDim.x - 1) {
            __threadfence();
            out[0] = parts[0] + parts[1];
//                   ^^^^^^^^ error load:data-race
        }
    }
}
