// The step reads the element at a distance of d to the left, and the first work-items have none.

/*@ kernel requires gsize == 64 && 1 <= d && d < 64;
    requires Perm(x[lid], write);
@*/
__kernel void scan_step(int d) {
    __local int x[64];
    int i = get_local_id(0);
    x[i] = 1;
    /*@ requires Perm(x[lid], write);
        ensures lid >= d ==> Perm(x[lid - d], read);
    @*/
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = x[i - d];
//            ^^^^^^^^ error load:out-of-bounds
}
