// The barrier has no contract, so no thread gets the element that another thread has written.

/*@ kernel requires blockDim.x == 32;
    requires Perm(s[threadIdx.x], write);
@*/
__global__ void k(int n) {
    __shared__ int s[32];
    s[threadIdx.x] = n;
    __syncthreads();
    int seen = s[31 - threadIdx.x];
//             ^^^^^^^^^^^^^^^^^^^ error load:insufficient-permission
}
