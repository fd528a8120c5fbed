// Nothing says that the elements of `perm` differ, and nothing says that they do not.

__global__ void scatter(const int *perm, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[perm[i]] = x[i];
//             ^^^^^^^^^^ unknown kernel.resources:two-writers
}
