// The same in OpenCL.
__kernel void count(__global const uint *key, __global uint *h, uint n) {
    size_t i = get_global_id(0);
    if (i < n) atomic_inc(&h[key[i] & 15u]);
}
__kernel void slots(__global const int *x, __global int *n, __local int *found) {
    int l = get_local_id(0);
    if (l == 0) *found = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x[get_global_id(0)] > 0) atomic_inc(found);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) atomic_add(n, *found);
}
__kernel void rounds(__global int *n, int m) {
    __local int s[4];
    int l = get_local_id(0);
    for (int i = 0; i < m; i++) {
        if (l < 4) s[l] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        atomic_max(&s[l & 3], i);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == 0) atomic_add(n, s[0]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
