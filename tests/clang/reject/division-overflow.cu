// The smallest int divided by -1 does not fit an int.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void negate(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] / -1;
//         ^^^^^^^^^ error expression:overflow
}
