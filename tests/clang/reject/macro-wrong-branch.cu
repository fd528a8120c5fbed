// The macro chooses the branch that writes behind the end of the array.

#define FAST 1

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#if FAST
    a[i + 1] = 2;
//  ^^^^^^^^ error store:out-of-bounds
#else
    a[i] = 2;
#endif
}
