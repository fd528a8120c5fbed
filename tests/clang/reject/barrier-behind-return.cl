// The work-items behind the end leave in front of the barrier, for which the others wait.

/*@ kernel requires gsize == 32;
    requires Perm(s[lid], write);
@*/
__kernel void k(int n) {
    __local int s[32];
    int i = get_local_id(0);
    if (i >= n) return;
//      ^^^^^^ error barrier.divergence:non-uniform
    s[i] = n;
    /*@ requires Perm(s[lid], write); @*/
    barrier(CLK_LOCAL_MEM_FENCE);
}
