// A tree of sums in local memory stays in bounds, has no race, and does not overflow.

/*@ kernel requires gsize == 64 && tcount <= in.length && ngroups <= out.length;
    context Perm(in[tid], read);
    requires 0 <= in[tid] && in[tid] <= 1000;
    context lid == 0 ==> Perm(out[gid], write);
    requires Perm(s[lid], write);
    ensures lid == 0 ==> 0 <= out[gid] && out[gid] <= 64000;
@*/
__kernel void sum(__global const int *in, __global int *out) {
    __local int s[64];
    int here = get_local_id(0);
    s[here] = in[get_global_id(0)];
    int most = 1000;
    /*@ loop_invariant 0 <= d && d <= 32 && (d == 0 || 32 % d == 0) && (d > 0 ==> most * d == 32000) && most <= 64000;
        loop_invariant d == 0 ==> most == 64000;
        loop_invariant d == 0 || d == 1 || d == 2 || d == 4 || d == 8 || d == 16 || d == 32;
        loop_invariant lid == 0 ==> Perm(out[gid], write);
        loop_invariant Perm(in[tid], read);
        loop_invariant Perm(s[lid], write) ** 0 <= s[lid] && s[lid] <= most;
    @*/
    for (int d = 32; d > 0; d /= 2) {
        /*@ context lid == 0 ==> Perm(out[gid], write);
            context Perm(in[tid], read);
            requires Perm(s[lid], write) ** 0 <= s[lid] && s[lid] <= most;
            ensures lid < d ==> Perm(s[lid], write) ** Perm(s[lid + d], write);
            ensures lid < d ==> 0 <= s[lid] && s[lid] <= most && 0 <= s[lid + d] && s[lid + d] <= most;
            ensures lid >= 2 * d ==> Perm(s[lid], write) ** 0 <= s[lid] && s[lid] <= most;
        @*/
        barrier(CLK_LOCAL_MEM_FENCE);
        if (here < d) {
            s[here] += s[here + d];
            s[here + d] = 0;
        }
        most *= 2;
        /*@ context lid == 0 ==> Perm(out[gid], write);
            context Perm(in[tid], read);
            requires lid < d ==> Perm(s[lid], write) ** Perm(s[lid + d], write);
            requires lid < d ==> 0 <= s[lid] && s[lid] <= most && 0 <= s[lid + d] && s[lid + d] <= most;
            requires lid >= 2 * d ==> Perm(s[lid], write) ** 0 <= s[lid] && s[lid] <= most;
            ensures Perm(s[lid], write) ** 0 <= s[lid] && s[lid] <= most;
        @*/
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (here == 0) {
        out[get_group_id(0)] = s[0];
    }
}
