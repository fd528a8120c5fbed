// All threads of a block reach the barrier.

/*@ requires 0 <= n && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 3) {
        //@ context Perm(a[tid], write);
        __syncthreads();
    }
    a[i] = n;
}
