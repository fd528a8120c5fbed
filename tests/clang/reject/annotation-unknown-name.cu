// The contract mentions a name that the kernel does not have.

/*@ kernel requires count <= a.length;
//                  ^^^^^ error resolve.unknown-name
    context tid < n ==> Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 1;
}
