// Barriers with a value: all threads of the block get the same one, and each knows what its own vote says of it.

// The loop ends for all threads at once. Neighbours exchange values until nothing changes.
__global__ void relax(const int *in, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    if (blockDim.x == 256 && gridDim.x == 1) {
        int changed;
        s[t] = in[t];
        __syncthreads();
        do {
            int own = s[t];
            int next = s[(t + 1) % 256];
            __syncthreads();
            changed = next < own;
            if (changed) s[t] = next;
        } while (__syncthreads_or(changed));
        out[t] = s[t];
    }
}

__global__ void conditions(const int *in, int *out) {
    int c = __syncthreads_count(in[blockIdx.x * blockDim.x + threadIdx.x] > 0);
    if (c > 0) __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = c;
}

__global__ void facts(const int *in) {
    int p = in[blockIdx.x * blockDim.x + threadIdx.x] > 0;
    int c = __syncthreads_count(p);
    //@ assert 0 <= c && c <= blockDim.x;
    //@ assert p != 0 ==> c > 0;
    //@ assert p == 0 ==> c < blockDim.x;
    int a = __syncthreads_and(p);
    //@ assert a != 0 ==> p != 0;
    int o = __syncthreads_or(p);
    //@ assert o == 0 ==> p == 0;
}
