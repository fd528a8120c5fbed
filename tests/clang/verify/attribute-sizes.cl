// A kernel that requires the size of its groups is launched with no other size.
#define WIDTH 16
__kernel __attribute__((reqd_work_group_size(WIDTH * 2, 1, 1))) void reversed(__global const int *in, __global int *out) {
    __local int s[WIDTH * 2];
    int t = get_local_id(0);
    s[t] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[2 * WIDTH - 1 - t];
}

__attribute__((reqd_work_group_size(WIDTH, 4, 1))) __kernel void tile(__global const float *in, __global float *out) {
    __local float s[4][WIDTH];
    int x = get_local_id(0), y = get_local_id(1);
    int i = get_global_id(1) * get_global_size(0) + get_global_id(0);
    s[y][x] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = s[3 - y][WIDTH - 1 - x];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void one(__global int *a) {
    __assert(get_local_size(0) == 1 && get_local_id(0) == 0);
    a[get_group_id(0)] = 1;
}
