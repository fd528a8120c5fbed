// NaN is neither below 0 nor above 1, so it stays in the array.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures 0.0f <= a[tid] && a[tid] <= 1.0f;
//          ^^^^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__global__ void clip(float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] < 0.0f) a[i] = 0.0f;
    if (a[i] > 1.0f) a[i] = 1.0f;
}
