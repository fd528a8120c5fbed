// The loop goes on for one element too many.

/*@ requires 0 <= n && n <= a.length && n <= 1000000 && tcount <= 1000000;
    context (\forall* int j = 0 .. n; j % tcount == tid ==> Perm(a[j], write));
@*/
__global__ void fill(int *a, int n) {
    int stride = blockDim.x * gridDim.x;
    /*@ loop_invariant 0 <= i && i % tcount == tid && i < n + tcount;
//                                                    ^^^^^^^^^^^^^^ unknown invariant.preserved:condition-false
        loop_invariant (\forall* int j = 0 .. n; j % tcount == tid ==> Perm(a[j], write));
    @*/
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += stride) {
        a[i] = 1;
//      ^^^^ error store:out-of-bounds
    }
}
