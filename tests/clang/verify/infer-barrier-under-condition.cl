// A barrier under a condition that is the same for all threads. Without it, threads keep to their own elements.

__kernel void k(__global float *a, int n) {
    __local float s[64];
    int t = get_local_id(0);
    s[t] = 1.0f;
    if (n > 4) {
        barrier(CLK_LOCAL_MEM_FENCE);
        a[get_global_id(0)] = s[get_local_size(0) - 1 - t];
    } else {
        a[get_global_id(0)] = s[t];
    }
}
