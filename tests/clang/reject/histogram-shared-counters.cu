// All threads of a block write the same counter in shared memory.

/*@ kernel requires blockDim.x == 64;
    requires threadIdx.x < 4 ==> Perm(bins[threadIdx.x], write);
@*/
__global__ void count(int kind) {
    __shared__ int bins[4];
    bins[1] = kind;
//  ^^^^^^^ error store:insufficient-permission
}
