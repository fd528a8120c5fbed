// A template of a function is instantiated for two types.

template <typename T> __device__ T larger(T x, T y) {
    return x < y ? y : x;
}

/*@ kernel requires tcount <= a.length && tcount <= b.length;
    context Perm(a[tid], write) ** Perm(b[tid], write);
    ensures a[tid] >= 0;
@*/
__global__ void k(int *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = larger(a[i], 0);
    b[i] = larger(b[i], 0.0f);
}
