// The thread promises at the barrier what it has not written.

/*@ kernel requires blockDim.x == 32;
    requires Perm(s[threadIdx.x], write);
@*/
__global__ void k(int n) {
    __shared__ int s[32];
    s[threadIdx.x] = 1;
    /*@ requires Perm(s[threadIdx.x], write) ** s[threadIdx.x] == 2; @*/
//                                              ^^^^^^^^^^^^^^^^^^^ error barrier.precondition:condition-false
    __syncthreads();
}
