// Only some threads reach the barrier.

/*@ requires 0 <= n && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 3) {
//      ^^^^^ error barrier.divergence:non-uniform
        //@ context Perm(a[tid], write);
        __syncthreads();
    }
    a[i] = n;
}
