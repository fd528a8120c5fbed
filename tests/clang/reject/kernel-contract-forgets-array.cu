// The contract of the launch gives the array `a` only, and the threads need `b`, too.

/*@ kernel requires tcount <= a.length && tcount <= b.length;
    kernel context (\forall* int j = 0 .. tcount; Perm(a[j], write));
    context Perm(a[tid], write) ** Perm(b[tid], read);
//                                 ^^^^^^^^^^^^^^^^^^ error kernel.resources:insufficient-permission
@*/
__global__ void k(int *a, const int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = b[i];
}
