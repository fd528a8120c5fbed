// Functions in which all work-items of a group take part.

__kernel void vote(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int any = work_group_any(in[i] > 0);
    // All threads of a group have the same value, so they agree about the barrier.
    if (any) barrier(CLK_LOCAL_MEM_FENCE);
    __assert(__implies(in[i] > 0, any != 0));
    int all = work_group_all(in[i] > 0);
    __assert(__implies(all != 0, in[i] > 0));
    out[i] = any;
}

__kernel void bounds(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int x = in[i];
    int low = work_group_reduce_min(x);
    int high = work_group_reduce_max(x);
    __assert(low <= x && x <= high);
    if (low < 3) barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = high;
}

// The loop ends for all threads of a group at once.
__kernel void rounds(__global int *a, __local int *s) {
    int i = get_local_id(0), left = a[get_global_id(0)];
    int most = work_group_reduce_max(left);
    for (int k = 0; k < most; k++) {
        s[i] = left;
        barrier(CLK_LOCAL_MEM_FENCE);
        left = s[get_local_size(0) - 1 - i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    a[get_global_id(0)] = left;
}

__kernel void scans(__global const uint *in, __global uint *out) {
    int i = get_global_id(0);
    uint x = in[i];
    uint before = work_group_scan_exclusive_add(x);
    uint most = work_group_scan_inclusive_max(x), least = work_group_scan_exclusive_min(x);
    __assert(x <= most);
    __assert(__implies(get_local_id(0) == 0, before == 0 && most == x && least == 4294967295u));
    out[i] = before + work_group_reduce_add(x);
}

__kernel void broadcasts(__global const float *in, __global float *out, int n) {
    int i = get_global_id(0);
    float first = work_group_broadcast(in[i], 0);
    if (first > 0.0f) barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < (int)get_local_size(0); k++) first += work_group_broadcast(in[i], k);
    out[i] = first;
}

__attribute__((reqd_work_group_size(4, 4, 1)))
__kernel void square(__global const int *in, __global int *out) {
    int x = get_local_id(0), y = get_local_id(1);
    int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
    int corner = work_group_broadcast(in[i], 1, 2);
    __assert(__implies(x == 1 && y == 2, corner == in[i]));
    out[i] = corner;
}
