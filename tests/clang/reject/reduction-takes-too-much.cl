// Behind the barrier two work-items get the permission to write the same element.

/*@ kernel requires gsize == 64;
    requires Perm(s[lid], write);
@*/
__kernel void k(int n) {
    __local int s[64];
    int i = get_local_id(0);
    s[i] = n;
    /*@ requires Perm(s[lid], write);
        ensures lid < 32 ==> Perm(s[lid], write) ** Perm(s[lid + 31], write);
//                           ^^^^^^^^^^^^^^^^^^^ error barrier.redistribution:two-writers
    @*/
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 32) s[i] = 0;
}
