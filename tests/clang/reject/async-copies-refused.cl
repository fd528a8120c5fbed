// Copies and waits whose order Sepal does not read.

void start(__local int *to, __global const int *from) {
    event_t e = async_work_group_copy(to, from, 16, 0);
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

__kernel void barrierBetween(__global const int *in, __global int *out) {
    __local int lm[64];
    event_t e = async_work_group_copy(lm, in, 64, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = lm[get_local_id(0)];
    wait_group_events(1, &e);
//  ^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

__kernel void never(__global const int *in) {
    __local int lm[64];
    event_t e = async_work_group_copy(lm, in, 64, 0);
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

__kernel void neverInHelper(__global const int *in) {
    __local int lm[64];
    start(lm, in);
}

__kernel void inLoop(__global const int *in, __global int *out, int rows) {
    __local int lm[16];
    int sum = 0;
    for (int r = 0; r < rows; r++) {
        event_t e = async_work_group_copy(lm, in + r, 16, 0);
        wait_group_events(1, &e);
//      ^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
        sum ^= lm[get_local_id(0) % 16];
    }
    out[get_global_id(0)] = sum;
}

__kernel void left(__global const int *in, __global int *out, int rows) {
    __local int lm[16];
    event_t e = async_work_group_copy(lm, in, 16, 0);
    if (rows == 3) return;
    wait_group_events(1, &e);
//  ^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    out[get_global_id(0)] = lm[get_local_id(0) % 16];
}

__kernel void otherBlock(__global const int *in, __global int *out, int rows) {
    __local int lm[16];
    event_t e;
    if (rows > 3) e = async_work_group_copy(lm, in, 16, 0);
    wait_group_events(1, &e);
//  ^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    out[get_global_id(0)] = lm[get_local_id(0) % 16];
}

__kernel void wrongFence(__global const int *data, __global int *out) {
    __local int lm[64], om[64];
    int lid = get_local_id(0);
    om[lid] = lid;
    event_t e = async_work_group_copy(lm, data, 64, 0);
    wait_group_events(1, &e);
//  ^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = lm[lid] & om[63 - lid];
}

__kernel void waitedTwice(__global const int *in) {
    __local int lm[16];
    event_t e = async_work_group_copy(lm, in, 16, 0);
    wait_group_events(1, &e);
    wait_group_events(1, &e);
//  ^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

__kernel void lost(__global const int *in, __global const int *more) {
    __local int lm[16], om[16];
    event_t e = async_work_group_copy(lm, in, 16, 0);
    e = async_work_group_copy(om, more, 16, 0);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    wait_group_events(1, &e);
}

__kernel void noEvent(__global const int *in) {
    __local int lm[16];
    async_work_group_copy(lm, in, 16, 0);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

__kernel void ofNoCopy(__global const int *in) {
    __local int lm[16];
    event_t e;
    e = async_work_group_copy(lm, in, 16, e);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    wait_group_events(1, &e);
}

__kernel void computed(__global const int *in, int n) {
    __local int lm[16];
    event_t e[2];
    e[n] = async_work_group_copy(lm, in, 16, 0);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    wait_group_events(n, e);
//  ^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

__kernel void strides(__global int *out) {
    __local int lm[64];
    event_t e = async_work_group_strided_copy(out, lm, 16, 2, 0);
    async_work_group_strided_copy(out + 1, lm, 16, 2, e);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    wait_group_events(1, &e);
}

__kernel void inExpression(__global const int *in, int n) {
    __local int lm[16];
    event_t e = 0;
    n > 0 ? wait_group_events(1, &e) : prefetch(in, 1);
//          ^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
