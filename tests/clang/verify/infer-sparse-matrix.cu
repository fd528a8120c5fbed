// A matrix in compressed rows, times a vector: conditions on the data say that each index exists.

__global__ void spmv(const int *ptr, const int *col, const float *val, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = 0;
        for (int j = ptr[i]; j < ptr[i + 1]; j++) s += val[j] * x[col[j]];
        y[i] = s;
    }
}
