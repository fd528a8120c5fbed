// A kernel is a template, and the file instantiates it for float.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
template <typename T> __global__ void clear(T *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = T(0);
}
template __global__ void clear<float>(float *);
