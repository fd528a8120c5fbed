// A tree of sums in local memory, which is an argument.

__kernel void reduce(__global const int *a, __global int *out, __local int *s) {
    uint t = get_local_id(0);
    s[t] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = get_local_size(0) / 2; d > 0; d /= 2) {
        if (t < d) {
            s[t] = s[t] > s[t + d] ? s[t] : s[t + d];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        out[get_group_id(0)] = s[0];
    }
}
