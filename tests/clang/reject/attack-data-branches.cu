// Conditions on data must not exclude the branches in which the code goes wrong.
__global__ void switched(const int *idx, const int *a, int *b, int *c) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    int v = idx[t];
    switch (v) {
        case -1: c[t] = 1 / (v + 1); break;
//                           ^^^^^ error expression:division-by-zero
        default: c[t] = a[v];
//                      ^^^^ unknown load:out-of-bounds
    }
}

__global__ void flagged(const int *idx, const int *a, int *b, int *c) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    int v = idx[t], flag = 0;
    if (v < 0) flag = 1;
    if (flag) b[0] = t;
//            ^^^^ error store:data-race
    else c[t] = a[v];
//              ^^^^ unknown load:out-of-bounds
}

__global__ void shifted(const int *idx, const int *a, int *b, int *c) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    int v = idx[t];
    if (v >> 31) b[0] = t;
//               ^^^^ error store:data-race
    else c[t] = a[v];
//              ^^^^ unknown load:out-of-bounds
}

__global__ void conditional(const int *idx, const int *a, int *b, int *c) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    int v = idx[t];
    int s = v < 0 ? 1 : 0;
    if (s) b[0] = t;
//         ^^^^ error store:data-race
    else c[t] = a[v];
//              ^^^^ unknown load:out-of-bounds
}

__global__ void unsigned_numbers(const int *idx, const int *a, int *b, int *c) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    int v = idx[t];
    if ((unsigned)v > 0x7fffffffu) b[0] = t;
//                                 ^^^^ error store:data-race
    else c[t] = a[v];
//              ^^^^ unknown load:out-of-bounds
}
