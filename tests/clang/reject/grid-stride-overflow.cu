// The index plus the number of threads may not fit an int.

/*@ kernel requires 0 <= n && n <= a.length;
    context (\forall* int j = 0 .. n; j % tcount == tid ==> Perm(a[j], write));
@*/
__global__ void clear(int *a, int n) {
    int stride = blockDim.x * gridDim.x;
    /*@ loop_invariant 0 <= i && i % tcount == tid;
        loop_invariant (\forall* int j = 0 .. n; j % tcount == tid ==> Perm(a[j], write));
    @*/
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
//                                                             ^^^^^^^^^^^ unknown expression:overflow
        a[i] = 0;
    }
}
