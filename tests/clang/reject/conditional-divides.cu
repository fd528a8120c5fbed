// The conditional operator divides exactly if the divisor is 0.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = d == 0 ? 100 / d : 100;
//                        ^ error expression:division-by-zero
}
