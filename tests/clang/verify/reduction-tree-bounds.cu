// A tree of maxima in shared memory has no race, and its result is at least the element of the first thread.

/*@ kernel requires blockDim.x == 64 && tcount <= in.length && gridDim.x <= out.length;
    context Perm(in[tid], read);
    context threadIdx.x == 0 ==> Perm(out[gid], write);
    requires Perm(s[threadIdx.x], write);
    ensures threadIdx.x == 0 ==> out[gid] >= in[tid];
@*/
__global__ void largest(const int *in, int *out) {
    __shared__ int s[64];
    int here = threadIdx.x;
    s[here] = in[blockIdx.x * blockDim.x + threadIdx.x];
    /*@ loop_invariant 0 <= d && d <= 32;
        loop_invariant Perm(s[threadIdx.x], write);
        loop_invariant threadIdx.x == 0 ==> s[0] >= in[tid];
        loop_invariant threadIdx.x == 0 ==> Perm(out[gid], write);
        loop_invariant Perm(in[tid], read);
    @*/
    for (int d = 32; d > 0; d /= 2) {
        /*@ requires Perm(s[threadIdx.x], write);
            ensures Perm(s[threadIdx.x], 1\2);
            ensures threadIdx.x < d ==> Perm(s[threadIdx.x + d], 1\2);
        @*/
        __syncthreads();
        int best = s[here];
        if (here < d) best = max(best, s[here + d]);
        /*@ requires Perm(s[threadIdx.x], 1\2);
            requires threadIdx.x < d ==> Perm(s[threadIdx.x + d], 1\2);
            ensures Perm(s[threadIdx.x], write);
        @*/
        __syncthreads();
        s[here] = best;
    }
    if (here == 0) out[blockIdx.x] = s[0];
}
