// A private array holds four elements while they are written back in the opposite order.

/*@ kernel requires a.length == 4 * tcount && tcount <= 1000000;
    context (\forall* int j = 0 .. 4; Perm(a[4 * tid + j], write));
    ensures (\forall int j = 0 .. 4; a[4 * tid + j] == \old(a[4 * tid + 3 - j]));
@*/
__kernel void reverse(__global int *a) {
    int base = 4 * get_global_id(0);
    int q[4];
    //@ loop_invariant (\forall int k = 0 .. j; q[k] == a[4 * tid + k]);
    for (int j = 0; j < 4; j++) {
        q[j] = a[base + j];
    }
    /*@ loop_invariant (\forall* int k = 0 .. 4; Perm(a[4 * tid + k], write));
        loop_invariant (\forall int k = 0 .. j; a[4 * tid + k] == q[3 - k]);
    @*/
    for (int j = 0; j < 4; j++) {
        a[base + j] = q[3 - j];
    }
}
