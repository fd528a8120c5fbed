// All threads of a warp must come to an operation of warps together. Where some of them come to none, CUDA leaves open
// what happens, so no run refutes such a kernel; where they wait at a barrier of the block, a run does.
#define FULL 0xffffffffu

__global__ void half() {
    if (threadIdx.x % 32 < 16) int v = __shfl_down_sync(FULL, 3, 8);
//      ^^^^^^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
}

__global__ void odd() {
    int v = 1;
    if (threadIdx.x % 2) v = __shfl_down_sync(FULL, v, 8);
//      ^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    __syncthreads();
}

__global__ void trips() {
    int v = 1;
    for (int i = 0; i < threadIdx.x % 32; i++) v = __shfl_xor_sync(FULL, v, 1);
//                  ^^^^^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
}

__global__ void early(int n) {
    if (threadIdx.x >= n) return;
//      ^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
    int v = __shfl_xor_sync(FULL, 3, 1);
}

__global__ void data(const float *a) {
    float v = a[threadIdx.x];
    if (v > 0.0f) v = __shfl_xor_sync(FULL, v, 1);
//      ^^^^^^^^ unknown barrier.divergence:non-uniform
}

__global__ void leaves(const int *in, int n) {
    for (int i = 0; i < n; i++) {
        if (in[threadIdx.x] == i) break;
//          ^^^^^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
        int v = __shfl_down_sync(FULL, i, 1);
    }
}

// A block may start in the middle of a number that 32 divides.
__global__ void byLaunch() {
    int wid = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (wid == 0) int v = __shfl_down_sync(FULL, 3, 1);
//      ^^^^^^^^ unknown barrier.divergence:non-uniform
}

__global__ void halves() {
    if (threadIdx.x / 16 == 0) int v = __shfl_down_sync(FULL, 3, 1);
//      ^^^^^^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
}

// A row of threads is no warp, unless rows have 32 threads.
__global__ void rows() {
    if (threadIdx.y == 0) int v = __shfl_down_sync(FULL, 3, 1);
//      ^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
}

// Two warps may vote differently.
__global__ void warps(const int *in) {
    if (__any_sync(FULL, in[threadIdx.x] > 0)) __syncthreads();
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
}

// Lane 0 of another warp may have another value.
__global__ void shuffled(const int *in) {
    int v = __shfl_sync(FULL, in[threadIdx.x], 0);
    if (v > 0) __syncthreads();
//      ^^^^^ error barrier.divergence:non-uniform
}

__global__ void values(const int *in) {
    int v = in[threadIdx.x];
    int w = __shfl_up_sync(FULL, in[threadIdx.x], 1);
    //@ assert v == w;
//             ^^^^^^ error assert:condition-false
}

__global__ void active() {
    unsigned m = __activemask();
    //@ assert m == 4294967295;
//             ^^^^^^^^^^^^^^^ error assert:condition-false
}

// Without mask, lanes that do not come are left out, so no run refutes this.
__global__ void earlier() {
    int v = 3;
    if (threadIdx.x % 2) v = __shfl_down(v, 8);
//      ^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
    __syncthreads();
}

// CUDA leaves the value of a shuffle open unless the width is a power of two up to 32.
__global__ void widths(int w) {
    int v = 3;
    if (w == 8 || w == 64) v = __shfl_down_sync(FULL, 3, 1, w);
//                                                          ^ error assert:condition-false
}
