// The condition of the branch is one on bits.

__global__ void shifted(int *a, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if ((n >> 1) < 0) a[0] = t; else a[t + n] = 3;
//                    ^^^^ error store:data-race
}

__global__ void half(int *a, int m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, h = n >> 1;
    if (m > h) a[m - h + i / 2] = i;
//             ^^^^^^^^^^^^^^^^ error store:data-race
    else a[h - m + i] = i;
}
