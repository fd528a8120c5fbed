// The work-items run different numbers of steps, so they do not reach the barrier equally often.

/*@ kernel requires gsize == 32;
    requires Perm(s[lid], write);
@*/
__kernel void k(int n) {
    __local int s[32];
    int i = get_local_id(0);
    //@ loop_invariant Perm(s[lid], write);
    for (int j = 0; j < i; j++) {
//                  ^^^^^ error barrier.divergence:non-uniform
        /*@ context Perm(s[lid], write); @*/
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
