// A barrier's contract says what holds at it.
__kernel void next(__local int *s) {
    int i = get_local_id(0);
    s[i] = i;
    __barrier_invariant(s[i] == i);
//  ^^^^^^^^^^^^^^^^^^^ error c.unsupported
    __barrier_invariant_1(s[i] == i, (i + 1) % get_local_size(0));
//  ^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    barrier(CLK_LOCAL_MEM_FENCE);
}
__kernel void behind(__global int *a, int n) {
    (void)n++;
    __requires(n == 4);
//  ^^^^^^^^^^^^^^^^^^ error c.unsupported
}
