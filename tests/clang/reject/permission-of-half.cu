// Half of the permission is enough to read, and not to write.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], 1\2);
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = a[i];
    a[i] = x;
//  ^^^^ error store:insufficient-permission
}
