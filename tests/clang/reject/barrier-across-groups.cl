// A barrier of one group cannot give away elements of another group.

/*@ kernel requires gsize == 32 && ngroups == 2 && a.length == 64;
    requires Perm(a[tid], write);
@*/
__kernel void k(__global int *a) {
    /*@ requires Perm(a[tid], write);
        ensures Perm(a[63 - tid], write);
//              ^^^^^^^^^^^^^^^^^^^^^^^^ error barrier.redistribution:insufficient-permission
    @*/
    barrier(CLK_GLOBAL_MEM_FENCE);
}
