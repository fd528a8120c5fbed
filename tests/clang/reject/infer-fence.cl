// The barrier fences global memory, and the work-items exchange elements of local memory.

__kernel void k(__global int *out) {
    __local int s[64];
    int t = get_local_id(0);
    s[t] = t;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = s[get_local_size(0) - 1 - t];
//                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error load:data-race
}
