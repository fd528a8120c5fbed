// All threads of a block decide alike whether they reach the barrier.

/*@ kernel requires blockDim.x == 32;
    requires Perm(s[threadIdx.x], write);
@*/
__global__ void k(int n) {
    __shared__ int s[32];
    s[threadIdx.x] = 1;
    if (n > 0) {
        /*@ requires Perm(s[threadIdx.x], write);
            ensures Perm(s[31 - threadIdx.x], write);
        @*/
        __syncthreads();
        s[31 - threadIdx.x] = 2;
    }
}
