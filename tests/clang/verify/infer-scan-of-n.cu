// The index is not negative because of a condition, and no size is limited for that.

__global__ void scan(const int *in, int *out, int n) {
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        int v = 0;
        if (t >= d) v = s[t - d];
        __syncthreads();
        s[t] ^= v;
        __syncthreads();
    }
    if (t < n) out[blockIdx.x * n + t] = s[t];
}
