// A function calls another function twice in one expression.

__device__ int square(int x) {
    return x * x;
}
__device__ int norm(int x, int y) {
    return square(x) + square(y);
}

/*@ kernel requires tcount <= a.length;
    requires Perm(a[tid], write) ** -1000 <= a[tid] && a[tid] <= 1000;
    ensures Perm(a[tid], write) ** a[tid] == \old(a[tid]) * \old(a[tid]) + 9;
@*/
__global__ void norms(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = norm(a[i], 3);
}
