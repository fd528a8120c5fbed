// A launch with more threads than a kernel's bounds does not begin.
#define THREADS 128
__global__ void __launch_bounds__(THREADS) reversed(const int *in, int *out) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}

template <int N, typename T> __global__ __launch_bounds__(2 * N, 4) void copied(const T *in, T *out) {
    __shared__ T s[2 * N];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    out[blockIdx.x * blockDim.x + t] = s[t];
}
template __global__ void copied<32, float>(const float *in, float *out);

__global__ void __launch_bounds__(256) square(int *a) {
    __assert(blockDim.x <= 256 && blockDim.y <= 256 && blockDim.x * blockDim.y <= 256);
    a[(blockIdx.y * blockDim.y + threadIdx.y) * (gridDim.x * blockDim.x) + blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
