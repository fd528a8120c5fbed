// A pointer to local memory is one, also behind a name for its type.

typedef __local int *lp;

/*@ requires ngroups == 1 && gsize == 4 && s.length == 4 ** Perm(s[lid], write);
@*/
__kernel void k(lp s) {
    int i = get_local_id(0);
    s[i] = i;
    /*@ requires Perm(s[lid], write) ** s[lid] == lid;
        ensures Perm(s[3 - lid], read);
//              ^^^^^^^^^^^^^^^^^^^^^^ error barrier.redistribution:unfenced
        ensures s[3 - lid] == 3 - lid;
//              ^^^^^^^^^^^^^^^^^^^^^ error barrier.transfer:condition-false
    @*/
    barrier(CLK_GLOBAL_MEM_FENCE);
    int r = s[3 - i];
    //@ assert r == 3 - lid;
}
