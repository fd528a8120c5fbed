// The index has no z, so all threads that differ only in z write the same element.

/*@ kernel requires tcount.x == 8 && tcount.y == 8 && tcount.z == 2 && a.length == 64;
    context Perm(a[tid.y * 8 + tid.x], write);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error kernel.resources:two-writers
@*/
__global__ void k(int *a) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    a[y * 8 + x] = z;
}
