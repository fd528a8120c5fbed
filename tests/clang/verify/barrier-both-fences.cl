// The barrier fences local and global memory, and passes a value in each of them.

/*@ kernel requires gsize == 2 && ngroups == 1 && a.length == 2;
    requires Perm(a[tid], write) ** Perm(s[lid], write);
    ensures Perm(a[1 - tid], read) ** a[1 - tid] == 5;
    ensures Perm(s[1 - lid], read) ** s[1 - lid] == 6;
@*/
__kernel void k(__global int *a) {
    __local int s[2];
    int i = get_local_id(0);
    a[i] = 5;
    s[i] = 6;
    /*@ requires Perm(a[tid], write) ** a[tid] == 5 ** Perm(s[lid], write) ** s[lid] == 6;
        ensures Perm(a[1 - tid], read) ** a[1 - tid] == 5 ** Perm(s[1 - lid], read) ** s[1 - lid] == 6;
    @*/
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
