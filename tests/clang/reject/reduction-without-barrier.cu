// The thread adds the element of another thread without a barrier.

/*@ kernel requires blockDim.x == 4 && gridDim.x == 1 && a.length == 4;
    requires Perm(a[tid], write);
@*/
__global__ void sum(unsigned *a) {
    int i = threadIdx.x;
    if (i < 2) a[i] += a[i + 2];
//                     ^^^^^^^^ error load:insufficient-permission
}
