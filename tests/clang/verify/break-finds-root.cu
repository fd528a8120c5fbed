// The loop ends by a break at the first number whose square is at least n.

/*@ kernel requires tcount <= a.length && 0 <= n && n <= 10000;
    context Perm(a[tid], write);
    ensures a[tid] * a[tid] >= n;
    ensures a[tid] > 0 ==> (a[tid] - 1) * (a[tid] - 1) < n;
@*/
__global__ void root(int *a, int n) {
    int r = 0;
    /*@ loop_invariant 0 <= r && r <= 100 && (r > 0 ==> (r - 1) * (r - 1) < n);
        decreases 101 - r;
    @*/
    while (true) {
        if (r * r >= n) break;
        r++;
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = r;
}
