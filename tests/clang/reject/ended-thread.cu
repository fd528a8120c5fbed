// A thread that has ended does not reach the barrier.

/*@ requires 0 <= n && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
//      ^^^^^^ error barrier.divergence:non-uniform
        return;
    }
    //@ context Perm(a[tid], write);
    __syncthreads();
    a[i] = 1;
}
