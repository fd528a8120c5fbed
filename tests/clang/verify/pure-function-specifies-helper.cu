// A pure function says in the contract what the function of the code computes.

//@ pure int clipped(int x, int lo, int hi) = x < lo ? lo : x > hi ? hi : x;

__device__ int clip(int x, int lo, int hi) {
    return min(max(x, lo), hi);
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == clipped(\old(a[tid]), -5, 5);
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = clip(a[i], -5, 5);
}
