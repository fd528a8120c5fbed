// If the condition is false, no barrier separates the write from the read.

__kernel void k(__global int *out, int n) {
    __local int s[64];
    int t = get_local_id(0);
    s[t] = t;
//  ^^^^ error store:data-race
    if (n > 4) { barrier(CLK_LOCAL_MEM_FENCE); }
    out[get_global_id(0)] = s[63 - t];
}
