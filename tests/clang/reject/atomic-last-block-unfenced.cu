// The last block reads what the others stored, and relaxed atomics do not order that.

__device__ unsigned int done;

__global__ void k(int *parts, int *out) {
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = 1;
        if (atomicInc(&done, gridDim.x) == gridDim.x - 1) out[0] = parts[0];
//                                                        ^^^^^^ unknown kernel.resources:two-writers
//                                                                 ^^^^^^^^ error load:data-race
    }
}
