// An iteration that is cut short comes to the next one without a barrier.

__kernel void k(__global int *out, int n) {
    __local int s[64];
    int t = get_local_id(0);
    for (int i = 0; i < n; i++) {
        s[(t + i) & 63] = i;
//      ^^^^^^^^^^^^^^^ error store:data-race
        if (i == 1) continue;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = t;
}
