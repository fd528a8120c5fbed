// The condition of the loop decrements the counter, also when the loop ends.

/*@ kernel requires tcount <= a.length && 0 <= n && n <= 1000;
    context Perm(a[tid], write);
    ensures a[tid] == 2 * n - 1;
@*/
__global__ void k(int *a, int n) {
    int left = n;
    int sum = 0;
    /*@ loop_invariant 0 <= left && left <= n && sum == 2 * (n - left);
        decreases left;
    @*/
    while (left-- > 0) {
        sum += 2;
    }
    //@ assert left == -1;
    a[blockIdx.x * blockDim.x + threadIdx.x] = sum + left;
}
