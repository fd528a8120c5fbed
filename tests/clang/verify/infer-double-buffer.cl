// Two arrays in local memory change their roles in each step of a scan.

__kernel void scan(__global const int *in, __global int *out) {
    __local int s[64];
    __local int t[64];
    int i = get_local_id(0);
    s[i] = in[get_global_id(0)] & 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[i] = i >= 1 ? s[i] ^ s[i - 1] : s[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[i] = i >= 2 ? t[i] ^ t[i - 2] : t[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[get_local_size(0) - 1 - i];
}
