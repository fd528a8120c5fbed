// The barrier takes the permissions of `s` and gives nothing back, so the thread may not write behind it.

/*@ kernel requires blockDim.x == 64;
    requires Perm(s[threadIdx.x], write);
@*/
__global__ void k(int n) {
    __shared__ int s[64];
    int i = threadIdx.x;
    s[i] = n;
    //@ requires Perm(s[threadIdx.x], write);
    __syncthreads();
    s[i] = n;
//  ^^^^ error store:insufficient-permission
}
