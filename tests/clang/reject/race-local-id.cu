// The thread uses its number in the block as an index of global memory, so blocks write the same elements.

/*@ kernel requires gridDim.x == 2 && blockDim.x <= a.length;
    context Perm(a[threadIdx.x], write);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error kernel.resources:two-writers
@*/
__global__ void k(int *a) {
    a[threadIdx.x] = blockIdx.x;
}
