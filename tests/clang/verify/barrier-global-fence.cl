// The barrier fences global memory, so work-items exchange elements of the array.

/*@ kernel requires gsize == 64 && a.length == tcount;
    requires Perm(a[tid], write);
    ensures Perm(a[gid * 64 + 63 - lid], write) ** a[gid * 64 + 63 - lid] == lid;
@*/
__kernel void k(__global int *a) {
    int here = get_local_id(0);
    a[get_global_id(0)] = here;
    /*@ requires Perm(a[tid], write);
        ensures Perm(a[gid * 64 + 63 - lid], write);
    @*/
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[get_group_id(0) * 64 + 63 - here] = here;
}
