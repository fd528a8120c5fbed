// No thread promises the value that the barrier ensures.

/*@ kernel requires blockDim.x == 32;
    requires Perm(s[threadIdx.x], write);
@*/
__global__ void k(int n) {
    __shared__ int s[32];
    s[threadIdx.x] = 1;
    /*@ requires Perm(s[threadIdx.x], write);
        ensures Perm(s[31 - threadIdx.x], write) ** s[31 - threadIdx.x] == 5;
//                                                  ^^^^^^^^^^^^^^^^^^^^^^^^ error barrier.transfer:condition-false
    @*/
    __syncthreads();
}
