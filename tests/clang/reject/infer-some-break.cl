// The threads of a group leave the loop in different iterations.

__kernel void k(__global int *out, int n) {
    __local int s[64];
    int t = get_local_id(0);
    for (int i = 0; i < n; i++) {
        if (i == t) break;
//          ^^^^^^ error barrier.divergence:non-uniform
        s[t] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = t;
}
