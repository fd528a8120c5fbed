// The number of the partner may be larger than the number of the last thread.

/*@ kernel requires blockDim.x == 48 && gridDim.x == 1 && a.length == 48;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a) {
    unsigned i = threadIdx.x;
    a[i ^ 16u] = 1;
//  ^^^^^^^^^^ error store:out-of-bounds
}
