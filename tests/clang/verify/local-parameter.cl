// The host passes the local array as an argument.

/*@ requires gsize <= s.length;
    requires Perm(s[lid], write);
    ensures Perm(s[gsize - 1 - lid], read) ** s[gsize - 1 - lid] == n;
@*/
__kernel void k(__local int *s, int n) {
    s[get_local_id(0)] = n;
    /*@ requires Perm(s[lid], write) ** s[lid] == n;
        ensures Perm(s[gsize - 1 - lid], read) ** s[gsize - 1 - lid] == n;
    @*/
    barrier(CLK_LOCAL_MEM_FENCE);
}
