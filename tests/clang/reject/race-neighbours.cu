// Each thread writes its element and the next one, so two threads write the same element.

/*@ kernel requires tcount + 1 <= a.length;
    context Perm(a[tid], write) ** Perm(a[tid + 1], write);
//          ^^^^^^^^^^^^^^^^^^^ error kernel.resources:two-writers
@*/
__global__ void smear(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 1;
    a[i + 1] = 2;
}
