// The right side of `&&` is evaluated only if the left side is true, so the access is in bounds.

/*@ kernel requires n <= a.length && n <= tcount;
    context tid < n ==> Perm(a[tid], write);
    ensures tid < n ==> a[tid] >= 0;
@*/
__kernel void clip(__global int *a, int n) {
    int i = get_global_id(0);
    if (i < n && a[i] < 0) {
        a[i] = 0;
    }
}
