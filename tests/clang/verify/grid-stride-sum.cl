// Each work-item visits the elements at a distance of the size of the launch, and each element is doubled once.

/*@ kernel requires 0 <= n && n <= a.length && n <= 1000000 && tcount <= 1000000;
    context (\forall* int j = 0 .. n; j % tcount == tid ==> Perm(a[j], write));
    ensures (\forall int j = 0 .. n; j % tcount == tid ==> a[j] == \wrap(u32, 2 * \old(a[j])));
@*/
__kernel void twice(__global uint *a, int n) {
    int stride = get_global_size(0);
    /*@ loop_invariant i >= 0 && i % tcount == tid;
        loop_invariant (\forall* int j = 0 .. n; j % tcount == tid ==> Perm(a[j], write));
        loop_invariant (\forall int j = 0 .. n; j % tcount == tid && j < i ==> a[j] == \wrap(u32, 2 * \old(a[j])));
        loop_invariant (\forall int j = 0 .. n; j % tcount == tid && j >= i ==> a[j] == \old(a[j]));
    @*/
    for (int i = get_global_id(0); i < n; i += stride) {
        a[i] = 2 * a[i];
    }
}
