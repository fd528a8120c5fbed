// A condition about each thread would exclude all launches, or hide what a branch of the code does.

__global__ void first(const int *a, int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = a[t - 1];
//           ^^^^^^^^ error load:out-of-bounds
}

__global__ void scaled(const int *a, int *out, int w) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = a[t * w - w];
//           ^^^^^^^^^^^^ error load:out-of-bounds
}

__global__ void other_branch(const int *a, int *out, int w, int flag) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (flag == 3) out[t] = a[w * (1 - t) - 5 * w * w - 1];
//                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error load:out-of-bounds
//                            ^^^^^^^^^^^ unknown expression:overflow
//                            ^^^^^^^^^^^^^^^^^^^^^^^ unknown expression:overflow
//                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown expression:overflow
    else out[t] = 0;
}

// The limit of a bound is not hidden: two threads write one element.
__global__ void meet(int *out, int w, int i) {
    int x = blockIdx.x;
    out[w * (i - x) + x] = 1;
//  ^^^^^^^^^^^^^^^^^^^^ error store:data-race
}
