// The template is instantiated with a number that reaches behind the end of the row.

template <int N> __device__ void put(int *a, int i) {
    a[i + N] = 1;
//  ^^^^^^^^ error store:out-of-bounds
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    put<0>(a, i);
    put<1>(a, i);
}
