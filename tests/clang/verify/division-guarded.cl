// The work-item divides only if the divisor is not 0 and the quotient fits.

/*@ kernel requires tcount <= a.length && tcount <= b.length;
    context Perm(a[tid], write) ** Perm(b[tid], read);
    ensures b[tid] > 0 ==> a[tid] == \quot(\old(a[tid]), b[tid]);
@*/
__kernel void divide(__global int *a, __global const int *b) {
    int i = get_global_id(0);
    if (b[i] != 0 && b[i] != -1) {
        a[i] /= b[i];
    }
}
