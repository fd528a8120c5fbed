// A loop with barriers that all threads leave in the same iteration, and code behind it that needs what was written in
// front of the exit.

__kernel void k(__global int *out, int n, int rounds) {
    __local int s[64];
    int t = get_local_id(0);
    s[t] = 0;
    for (int i = 0; i < rounds; i++) {
        if (i == n) break;
        barrier(CLK_LOCAL_MEM_FENCE);
        int x = s[get_local_size(0) - 1 - t];
        barrier(CLK_LOCAL_MEM_FENCE);
        s[t] = x ^ 1;
    }
    out[get_global_id(0)] = s[t];
}
