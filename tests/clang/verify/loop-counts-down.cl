// The loop counts down with an unsigned variable, and its condition tests the variable before it is decremented.

/*@ kernel requires a.length == 8 * tcount && tcount <= 1000000;
    context (\forall* int j = 0 .. 8; Perm(a[8 * tid + j], write));
@*/
__kernel void clear(__global int *a) {
    uint base = 8 * (uint)get_global_id(0);
    uint j = 8;
    /*@ loop_invariant 0 <= j && j <= 8;
        decreases j;
    @*/
    while (j > 0) {
        j--;
        a[base + j] = 0;
    }
}
