// Asynchronous copies of a work-group, and waits for them.

__kernel void whole(__global const float *in, __global float *out, __local float *lm, int n) {
    event_t e = async_work_group_copy(lm, in + get_group_id(0) * n, n, 0);
    wait_group_events(1, &e);
    if (get_local_id(0) < n) out[get_global_id(0)] = lm[get_local_id(0)];
}

__kernel void two(__global const float *in, __global float *out) {
    __local float a[64];
    __local float b[64];
    int base = get_group_id(0) * 64;
    event_t e[2];
    e[0] = async_work_group_copy(a, in + base, 32, 0);
    e[1] = async_work_group_copy(a + 32, in + base + 32, 32, 0);
    wait_group_events(2, e);
    b[get_local_id(0)] = a[63 - get_local_id(0)] * 2.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    e[0] = async_work_group_copy(out + base, b, 64, 0);
    wait_group_events(1, e);
}

__kernel void inPlace(__global float4 *data) {
    __local float4 lm[64];
    size_t base = get_group_id(0) * 64;
    event_t e = 0;
    e = async_work_group_copy(lm, data + base, 64, (event_t)0);
    wait_group_events(1, &e);
    lm[get_local_id(0)] *= 2.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(data + base, lm, 64, 0);
    wait_group_events(1, &e);
}

__kernel void column(__global const uint *in, __global uint *out, int rows) {
    __local uint lm[16];
    uint sum = 0;
    for (int r = 0; r < rows; r++) {
        event_t e = async_work_group_strided_copy(lm, in + r, 16, 4, 0);
        wait_group_events(1, &e);
        sum += lm[get_local_id(0) % 16];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// Each thread writes `out` in front of a wait; nothing rests on the order of that.
__kernel void tiles(__global const uint *in, __global uint *out, int count) {
    __local uint lm[16];
    for (int t = 0; t < count; t++) {
        event_t e = async_work_group_copy(lm, in + t * 16, 16, 0);
        wait_group_events(1, &e);
        out[get_global_id(0)] += lm[get_local_id(0) % 16];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// A barrier behind the wait orders what the wait does not order.
float load(__local float *to, __global const float *from, int stride, __local const float *other) {
    event_t e = async_work_group_strided_copy(to, from, 16, stride, 0);
    float x = other[get_local_id(0)];
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    return x;
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1)))
void twoDimensions(__global const float *in, __global float *out) {
    __local float a[16];
    __local float b[16];
    event_t e = async_work_group_copy(a, in, 16, 0);
    event_t f = async_work_group_copy(b, in + 16, 16, 0);
    prefetch(in + 32, 16);
    wait_group_events(1, &e);
    wait_group_events(1, &f);
    float x = load(a, in + 32, 3, b);
    if (get_group_id(0) == 0 && get_group_id(1) == 0)
        out[get_local_id(1) * 8 + get_local_id(0)] = x + a[get_local_id(1) * 8 + get_local_id(0)];
}

// One event of two copies.
__kernel void shared(__global const int *in, __global const int *more, __global int *out) {
    __local int a[16], b[16];
    event_t e = async_work_group_copy(a, in, 16, 0);
    async_work_group_copy(b, more, 16, e);
    wait_group_events(1, &e);
    out[get_global_id(0)] = a[get_local_id(0) % 16] & b[3];
}
