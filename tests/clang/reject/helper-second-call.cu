// The second call of the function writes the element of the next thread.

__device__ void put(int *p, int i) {
    p[i] = 0;
//  ^^^^ error store:insufficient-permission
}

/*@ kernel requires tcount < a.length && tcount <= 1000000;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    put(a, i);
    put(a, i + 1);
}
