// The launch has one thread for each element, so no guard is needed.

/*@ kernel requires tcount <= x.length && tcount <= y.length;
    context Perm(y[tid], write) ** Perm(x[tid], read);
    ensures y[tid] === a * x[tid] + \old(y[tid]);
@*/
__global__ void saxpy(const double *x, double *y, double a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * x[i] + y[i];
}
