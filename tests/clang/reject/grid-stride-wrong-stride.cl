// The stride is the size of the work-group, so the work-item reaches elements of other groups.

/*@ kernel requires 0 <= n && n <= a.length && n <= 1000000 && tcount <= 1000000 && ngroups == 2;
    context (\forall* int j = 0 .. n; j % tcount == tid ==> Perm(a[j], write));
@*/
__kernel void clear(__global int *a, int n) {
    int stride = get_local_size(0);
    /*@ loop_invariant 0 <= i;
        loop_invariant (\forall* int j = 0 .. n; j % tcount == tid ==> Perm(a[j], write));
    @*/
    for (int i = get_global_id(0); i < n; i += stride) {
        a[i] = 0;
//      ^^^^ error store:insufficient-permission
    }
}
