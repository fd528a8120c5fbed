// The elements of `idx` decide whether control comes to the races. That other places need them to be indices must not
// hide the races.

__global__ void both(const int *idx, const float *x, float *y, int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (idx[i] < 0) a[0] = i;
//                      ^^^^ error store:data-race
        y[i] = x[idx[i]];
//             ^^^^^^^^^ unknown load:out-of-bounds
    }
}

__global__ void modes(const int *idx, const float *x, float *y, int *a, int mode, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (mode == 1) y[i] = x[idx[i]];
//                            ^^^^^^^^^ unknown load:out-of-bounds
        else if (idx[i] < 0) a[0] = i;
//                           ^^^^ error store:data-race
    }
}
