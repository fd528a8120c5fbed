// In a loop over unsigned indices, a bound on the launch keeps the sum of index and stride below 2^32.

/*@ kernel requires 0 <= n && n <= a.length && n <= 1000000 && tcount <= 1000000;
    context (\forall* int j = 0 .. n; j % tcount == tid ==> Perm(a[j], write));
@*/
__global__ void clear(float *a, unsigned n) {
    /*@ loop_invariant 0 <= i && i % tcount == tid && i < n + tcount;
        loop_invariant (\forall* int j = 0 .. n; j % tcount == tid ==> Perm(a[j], write));
    @*/
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        a[i] = 0.0f;
    }
}
