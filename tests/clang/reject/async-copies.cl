// What asynchronous copies and waits do not order, and arguments that are not the same for the whole group.

__kernel void args(__global const int *in, __global int *out) {
    __local int lm[64];
    int lid = get_local_id(0);
    event_t e = async_work_group_copy(lm, in + lid, 64, 0);
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    wait_group_events(1, &e);
    out[get_global_id(0)] = lm[lid];
}

__kernel void diverges(__global const int *in, __global int *out) {
    __local int lm[64];
    int lid = get_local_id(0);
    if (lid < 32) {
//      ^^^^^^^^ error barrier.divergence:non-uniform
        event_t e = async_work_group_copy(lm, in, 64, 0);
        wait_group_events(1, &e);
    }
    out[get_global_id(0)] = lid;
}

// The copy does not wait for what other work-items do in front of it.
__kernel void usedBefore(__global const int *data, __global int *out) {
    __local int lm[64];
    int lid = get_local_id(0);
    lm[lid] = lid;
    event_t e = async_work_group_copy(lm, data + get_group_id(0) * 64, 64, 0);
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:data-race
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = lm[lid];
}

__kernel void usedWhileCopied(__global const int *in, __global int *out) {
    __local int lm[64];
    int lid = get_local_id(0);
    event_t e = async_work_group_copy(lm, in + get_group_id(0) * 64, 64, 0);
    int x = lm[lid];
//          ^^^^^^^ error load:data-race
    wait_group_events(1, &e);
//  ^^^^^^^^^^^^^^^^^^^^^^^^ unknown assert:condition-false
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = x;
}

__kernel void sourceWritten(__global int *data, __global int *out) {
    __local int lm[64];
    int lid = get_local_id(0);
    event_t e = async_work_group_copy(lm, data + get_group_id(0) * 64, 64, 0);
    data[get_global_id(0)] = lid;
//  ^^^^^^^^^^^^^^^^^^^^^^ error store:data-race
    wait_group_events(1, &e);
//  ^^^^^^^^^^^^^^^^^^^^^^^^ unknown assert:condition-false
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = 3;
}

// The wait is no barrier.
__kernel void otherMemory(__global const int *data, __global int *out) {
    __local int lm[64], om[64];
    int lid = get_local_id(0);
    om[lid] = lid;
    event_t e = async_work_group_copy(lm, data + get_group_id(0) * 64, 64, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = om[63 - lid];
//                          ^^^^^^^^^^^^ error load:data-race
}

__kernel void behind(__global const int *in, __global int *out) {
    __local int lm[64];
    int lid = get_local_id(0);
    event_t e = async_work_group_copy(lm, in, 64, 0);
    wait_group_events(1, &e);
    lm[lid] = lm[63 - lid];
//            ^^^^^^^^^^^^ error load:data-race
    out[get_global_id(0)] = 1;
}

__kernel void groups(__global int *out) {
    __local int lm[64];
    lm[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(out, lm, 64, 0);
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:data-race
    wait_group_events(1, &e);
}

__kernel void overlap(__global const int *in, __global int *out) {
    __local int lm[64];
    event_t e = async_work_group_copy(lm, in, 33, 0);
    e = async_work_group_copy(lm + 32, in, 32, e);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    wait_group_events(1, &e);
    out[get_global_id(0)] = lm[get_local_id(0) % 64];
}

__kernel void noStride(__global const int *data, int n) {
    __local int lm[64];
    event_t e = async_work_group_strided_copy(lm, data, 64, n, 0);
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    wait_group_events(1, &e);
}

// One argument differs, and the others do not.
void load(__local int *to, __global const int *from) {
    event_t e = async_work_group_copy(to, from, 4, 0);
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    wait_group_events(1, &e);
}

__kernel void rows(__global const int *in, __global int *out) {
    __local int lm[64];
    int r = get_local_id(0) / 32;
    load(lm + 4 * r, in);
    out[get_global_id(0)] = lm[0];
}

__kernel void chosenRows(__global const int *in, __global int *out) {
    __local int lm[4][16];
    event_t e = async_work_group_copy(lm[get_local_id(0) & 3], in, 16, 0);
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    wait_group_events(1, &e);
    out[get_global_id(0)] = lm[0][3];
}
