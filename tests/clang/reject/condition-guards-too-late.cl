// The access stands on the left of the comparison that should guard it.

/*@ kernel requires n <= a.length && n <= tcount;
    context tid < n ==> Perm(a[tid], write);
@*/
__kernel void clip(__global int *a, int n) {
    int i = get_global_id(0);
    if (a[i] < 0 && i < n) {
//      ^^^^ error load:out-of-bounds
        a[i] = 0;
    }
}
