// A contract between a barrier and its semicolon is none of the next barrier.

/*@ kernel requires gsize == 64 && tcount <= a.length;
    context Perm(a[tid], write);
    requires Perm(s[lid], write);
@*/
__kernel void k(__global int *a) {
    __local int s[64];
    int i = get_local_id(0);
    s[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE) /*@ requires Perm(s[lid], write); ensures Perm(s[63 - lid], write); @*/;
    barrier(CLK_LOCAL_MEM_FENCE);
    s[i] = 1;
//  ^^^^ error store:insufficient-permission
    a[get_global_id(0)] = s[i];
//                        ^^^^ unknown load:insufficient-permission
}
