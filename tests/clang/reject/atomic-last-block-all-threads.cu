// All threads store and execute a fence, one counts behind the barrier, and all threads of the last block read.

/*@ kernel requires gridDim.x == 2 && blockDim.x == 2 && parts.length == 4 && out.length == 2 && done.length == 1;
    kernel requires Perm(done[0], write) ** done[0] == 0;
@*/
__global__ void k(int *parts, int *out, unsigned int *done) {
    __shared__ bool last;
    parts[blockIdx.x * 2 + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicInc(done, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        __threadfence();
        out[threadIdx.x] = parts[threadIdx.x] + parts[2 + threadIdx.x];
        //@ assert out[threadIdx.x] == 3;
//                 ^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    }
}
