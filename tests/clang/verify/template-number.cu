// A number is a parameter of the template, and the loop of the function has this number of steps.

template <int N> __device__ unsigned shifted(unsigned x) {
    for (int i = 0; i < N; i++) x = x * 2;
    return x;
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(unsigned *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = shifted<3>(a[i]) + shifted<1>(a[i]);
}
