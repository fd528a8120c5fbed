// The word `ensure` does not exist.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensure a[tid] == 1;
//  ^^^^^^ error parse.expected
@*/
__global__ void k(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
