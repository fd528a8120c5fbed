// Two counters run against each other, and the comma operator changes both.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 5;
@*/
__global__ void meet(int *a) {
    int i, j;
    //@ loop_invariant 0 <= i && i <= 5 && i + j == 10;
    for (i = 0, j = 10; i < j; i++, j--) {
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = i;
}
