// An index array may contain any numbers.

__global__ void gather(const int *idx, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[idx[i]];
//                    ^^^^^^^^^ error load:out-of-bounds
}
