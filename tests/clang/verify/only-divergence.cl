//--only-divergence
// Data races, bounds and overflow are not looked at.
__kernel void racy(__global int *a, __local int *s, int n) {
    int i = get_local_id(0);
    for (int k = 0; k < n; k++) {
        s[i] = a[i + k] * 7;
        barrier(CLK_LOCAL_MEM_FENCE);
        a[s[i + 1]] = 1;
        if (n > 3) {
            barrier(CLK_GLOBAL_MEM_FENCE);
        }
    }
}
__kernel void same(__global int *a) {
    a[0] = 5;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (a[3] > 2) {
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    if (get_local_id(0) < get_local_size(0)) {
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    __assert(false);
}
