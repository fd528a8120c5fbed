// The contract gives the thread its element of `c`, and forgets that it reads `a`.

/*@ kernel requires tcount <= a.length && tcount <= c.length;
    context Perm(c[tid], write);
@*/
__global__ void copy(const int *a, int *c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i];
//         ^^^^ error load:insufficient-permission
}
