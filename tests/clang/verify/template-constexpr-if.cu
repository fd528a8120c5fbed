// `if constexpr` keeps only one branch, so the access in the other branch is not verified.

template <bool Far> __device__ void put(int *a, int i) {
    if constexpr (Far) {
        a[i + 1000] = 1;
    } else {
        a[i] = 2;
    }
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 2;
@*/
__global__ void k(int *a) {
    put<false>(a, blockIdx.x * blockDim.x + threadIdx.x);
}
