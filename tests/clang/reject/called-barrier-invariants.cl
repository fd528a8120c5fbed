// Barrier invariants that stand in front of no barrier, or that are not read.
__kernel void alone(__local int *s) {
    int i = get_local_id(0);
    s[i] = i;
    __barrier_invariant(s[i] == i);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    s[i] = 3;
    barrier(CLK_LOCAL_MEM_FENCE);
}
__kernel void plane(__local int *s) {
    int i = get_local_id(0) + get_local_size(0) * get_local_id(1);
    s[i] = i;
    __barrier_invariant_1(s[i] == i, 0);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    barrier(CLK_LOCAL_MEM_FENCE);
}
__kernel void of_two(__local int *s) {
    int i = get_local_id(0);
    s[i] = i;
    __barrier_invariant_1(i != __other_int(i), 0);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    barrier(CLK_LOCAL_MEM_FENCE);
}
__kernel void effect(__local int *s) {
    int i = get_local_id(0);
    s[i] = i;
    __barrier_invariant_1(i++ >= 0, 0);
//                        ^^^^^^^^ error c.unsupported
    barrier(CLK_LOCAL_MEM_FENCE);
}
