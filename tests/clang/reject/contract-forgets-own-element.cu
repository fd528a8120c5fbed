// Each thread writes an element of its own, and the contract gives it only one of the other array.
//@ kernel requires tcount <= b.length && tcount <= a.length;
//@ context Perm(b[tid], write);
__global__ void k(int *a, int *b) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:insufficient-permission
    b[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
