// The contract adds the product to the old value of y, and the code adds y to x before it multiplies.

/*@ kernel requires tcount <= x.length && tcount <= y.length;
    context Perm(y[tid], write) ** Perm(x[tid], read);
    ensures y[tid] === a * x[tid] + \old(y[tid]);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__global__ void saxpy(const float *x, float *y, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * (x[i] + y[i]);
}
