// The barrier fences global memory only, and the work-items exchange elements of local memory.

/*@ kernel requires gsize == 32;
    requires Perm(s[lid], write);
@*/
__kernel void k(int n) {
    __local int s[32];
    int i = get_local_id(0);
    s[i] = n;
    /*@ requires Perm(s[lid], write);
        ensures Perm(s[31 - lid], read);
//              ^^^^^^^^^^^^^^^^^^^^^^^ error barrier.redistribution:unfenced
    @*/
    barrier(CLK_GLOBAL_MEM_FENCE);
    int seen = s[31 - i];
}
