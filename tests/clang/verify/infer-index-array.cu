// One annotation says what an index array contains; the rest is inferred.

/*@ requires (\forall int j; 0 <= j && j < n; 0 <= idx[j] && idx[j] < x.length); @*/
__global__ void gather(const int *idx, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[idx[i]];
}
