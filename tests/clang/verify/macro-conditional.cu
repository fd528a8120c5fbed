// The branch of `#else` is not compiled, so its access is not verified.

#define SAFE 1

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 2;
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#if SAFE
    a[i] = 2;
#else
    a[i + 1000] = 2;
#endif
}
