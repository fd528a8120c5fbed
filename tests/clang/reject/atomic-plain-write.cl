// A thread resets a counter in local memory while other threads count.

__kernel void k(__global int *out, __local int *n) {
    if (get_local_id(0) == 0) n[0] = 0;
    atomic_inc(n);
//  ^^^^^^^^^^^^^ error load:data-race
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && get_group_id(0) < 1) out[0] = n[0];
}
