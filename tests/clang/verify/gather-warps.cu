// Threads of a warp exchange values, and all of them come to each operation.
#define FULL_MASK 0xffffffff

__inline__ __device__ float warpReduceSum(float val) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(FULL_MASK, val, offset);
    return val;
}

// The condition `wid == 0` is the same for all threads of a warp, although not for all of the block.
__global__ void blockReduce(const float *in, float *out, int n) {
    __shared__ float shared[32];
    float val = 0.0f;
    int lane = threadIdx.x % warpSize;
    int wid = threadIdx.x / warpSize;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) val += in[i];
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0) val = warpReduceSum(val);
    if (threadIdx.x == 0) out[blockIdx.x] = val;
}

// A loop that all threads of a warp leave together, since they vote.
__global__ void vote(const int *in) {
    int i = in[threadIdx.x];
    while (__any_sync(FULL_MASK, i > 0)) i = __shfl_down_sync(FULL_MASK, i, 1);
}

// Each warp has its rows: the counter starts with a value that all threads of a warp have in common.
__global__ void rows(int n) {
    int warps = blockDim.x >> 5;
    for (unsigned row = threadIdx.x >> 5; row < n; row += warps) {
        int v = __shfl_xor_sync(FULL_MASK, 3, 1, 16);
        unsigned b = __ballot_sync(FULL_MASK, v > 0);
        if (b != 0) __syncwarp();
        if (__all_sync(FULL_MASK, v > 0)) __syncwarp();
    }
}

__global__ void masks() {
    unsigned all = 0xffffffff;
    const int minus = -1;
    int v = __shfl_up_sync(all, 3, 1);
    v = __shfl_sync(minus, v, 0);
    v = __shfl_xor_sync(~0u, v, 1);
    v = __shfl_down_sync(0xffffffffu, v, 1);
    __syncwarp();
    unsigned active = __activemask();
}

__global__ void widths(int w) {
    const int width = 16;
    int v = __shfl_up_sync(FULL_MASK, 3, 1, width);
    if (w == 8) v = __shfl_sync(FULL_MASK, v, 1, w);
}

// Earlier versions of CUDA have these functions without mask.
__global__ void earlier() {
    int v = __shfl_down(3, 1);
    if (__any(v > 0)) v = __shfl_xor(v, 1);
    if (__all(v > 0)) v = __shfl_up(v, 1);
    if (__ballot(v > 0) == 0) v = __shfl(v, 1);
}

__global__ void twoWarps() {
    if (threadIdx.x / 64 == 0) {
        int v = __shfl_down_sync(FULL_MASK, 3, 1);
    }
}
