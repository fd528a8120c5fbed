// A lemma shows by induction that the product of two neighbours is even.

/*@ requires n >= 0;
    decreases n;
    ensures \result && n * (n + 1) % 2 == 0;
    pure bool even(int n) = n == 0 ? true : even(n - 1);
@*/

/*@ kernel requires tcount <= a.length && 0 <= n && n <= 1000;
    context Perm(a[tid], write);
    ensures 2 * a[tid] == n * (n + 1);
@*/
__global__ void k(int *a, int n) {
    //@ assert even(n);
    a[blockIdx.x * blockDim.x + threadIdx.x] = n * (n + 1) / 2;
}
