// A pointer in local memory. What one work-item has given it is not known behind a barrier.

__kernel void shared(__global const int *in, __global int *out) {
    __global const int *__local start;
    if (get_local_id(0) == 0) {
        start = &in[get_group_id(0)];
        out[get_global_id(0)] = start == in + get_group_id(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __global const int *any = start;
}
