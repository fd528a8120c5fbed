// The barrier fences local memory only, and the work-items exchange elements of global memory.

/*@ kernel requires gsize == 32 && tcount <= a.length;
    requires Perm(a[tid], write);
@*/
__kernel void k(__global int *a) {
    int i = get_local_id(0);
    int first = get_group_id(0) * 32;
    a[first + i] = 1;
    /*@ requires Perm(a[tid], write);
        ensures Perm(a[gid * 32 + 31 - lid], read);
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error barrier.redistribution:unfenced
    @*/
    barrier(CLK_LOCAL_MEM_FENCE);
    int seen = a[first + 31 - i];
}
