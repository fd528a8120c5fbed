// The barrier does not fence local memory.

/*@ kernel requires gsize == 64 && tcount <= in.length && tcount <= out.length;
    context Perm(in[tid], read) ** Perm(out[tid], write);
    requires Perm(s[lid], write);
@*/
__kernel void exchange(__global const int *in, __global int *out) {
    __local int s[64];
    int i = get_global_id(0);
    int here = get_local_id(0);
    s[here] = in[i];
    /*@ requires Perm(s[lid], write);
        context Perm(in[tid], read) ** Perm(out[tid], write);
        ensures Perm(s[63 - lid], read);
//              ^^^^^^^^^^^^^^^^^^^^^^^ error barrier.redistribution:unfenced
    @*/
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = s[63 - here];
}
