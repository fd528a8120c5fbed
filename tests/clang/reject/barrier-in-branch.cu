// Only half of the threads reach the barrier, and they wait for the others for ever.

/*@ kernel requires blockDim.x == 32;
    requires Perm(s[threadIdx.x], write);
@*/
__global__ void k(int n) {
    __shared__ int s[32];
    if (threadIdx.x < 16) {
//      ^^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
        /*@ context Perm(s[threadIdx.x], write); @*/
        __syncthreads();
    }
}
