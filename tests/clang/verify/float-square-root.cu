// The square root of a number between 0 and 4 lies between 0 and 2.

/*@ kernel requires tcount <= a.length;
    requires Perm(a[tid], write) ** 0.0f <= a[tid] && a[tid] <= 4.0f;
    ensures Perm(a[tid], write) ** a[tid] === \sqrt(\old(a[tid])) && a[tid] <= 2.0f;
@*/
__global__ void root(float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = sqrtf(a[i]);
}
