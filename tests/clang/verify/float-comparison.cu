// A comparison that holds shows that neither number is NaN, so the result lies between the bounds.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures 0.0f <= a[tid] && a[tid] <= 1.0f;
@*/
__global__ void clip(float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    if (!(x >= 0.0f)) {
        a[i] = 0.0f;
    } else if (x > 1.0f) {
        a[i] = 1.0f;
    }
}
