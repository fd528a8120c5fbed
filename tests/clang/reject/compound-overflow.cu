// The compound assignment may overflow an int.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] *= 3;
//  ^^^^^^^^^ error expression:overflow
}
