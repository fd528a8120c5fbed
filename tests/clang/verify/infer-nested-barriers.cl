// Barriers in the inner one of two loops. The inner loop may run zero times.

__kernel void k(__global const int *in, __global int *out, int n, int m) {
    __local int s[64];
    int t = get_local_id(0), x = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            s[t] = in[t];
            barrier(CLK_LOCAL_MEM_FENCE);
            x = s[get_local_size(0) - 1 - t];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    out[get_global_id(0)] = x;
}
