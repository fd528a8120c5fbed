// Wrong uses of functions of work-groups, and claims that do not follow from them.

__kernel void apart(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    if (in[i] > 0) out[i] = work_group_reduce_add(in[i]);
}

__kernel void leaves(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    if (in[i] > 0) return;
    out[i] = work_group_all(1);
}

// They order no accesses.
__kernel void order(__local int *s, __global int *out) {
    int i = get_local_id(0);
    s[i] = i;
    int all = work_group_all(i >= 0);
    out[get_global_id(0)] = s[get_local_size(0) - 1 - i];
}
__kernel void reduces(__global int *a) {
    int i = get_local_id(0);
    a[get_global_id(0)] = i;
    int sum = work_group_reduce_add(i);
    if (i == 0 && get_global_id(0) + 1 < get_global_size(0)) a[get_global_id(0) + 1] = sum;
}

// All threads must name the same one, and there must be such a thread.
__kernel void differs(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    out[i] = work_group_broadcast(in[i], get_local_id(0));
}
__kernel void outside(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    out[i] = work_group_broadcast(in[i], get_local_size(0));
}
__kernel void rows(__global const int *in, __global int *out) {
    int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
    out[i] = work_group_broadcast(in[i], 0, get_local_size(0));
}

// A sum may be less than its parts, and in front of a thread there may be less than its own value.
__kernel void sums(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int sum = work_group_reduce_add(in[i]);
    __assert(sum >= in[i]);
    out[i] = sum;
}
__kernel void before(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int most = work_group_scan_exclusive_max(in[i]);
    __assert(most >= in[i]);
    out[i] = most;
}
__kernel void first(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int least = work_group_scan_inclusive_min(in[i]);
    __assert(least == in[i]);
    out[i] = least;
}
__kernel void others(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int given = work_group_broadcast(in[i], 0);
    __assert(given == in[i]);
    out[i] = given;
}
// Of floats nothing is known: a number that is none is not greater than others.
__kernel void floats(__global const float *in, __global float *out) {
    int i = get_global_id(0);
    float most = work_group_reduce_max(in[i]);
    __assert(most >= in[i]);
    out[i] = most;
}
// The threads of a group get different values from a scan.
__kernel void decides(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int x = work_group_scan_inclusive_max(in[i]);
    if (x > 3) barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = x;
}
//! error barrier.divergence:non-uniform 5:9:9
//! error barrier.divergence:non-uniform 10:9:9
//! error load:data-race 19:29:28
//! error store:data-race 25:62:23
//! error barrier.divergence:non-uniform 31:14:44
//! error assert:condition-false 35:14:46
//! error assert:condition-false 39:14:49
//! error assert:condition-false 46:14:12
//! error assert:condition-false 52:14:13
//! error assert:condition-false 58:14:14
//! error assert:condition-false 64:14:14
//! error assert:condition-false 71:14:13
//! error barrier.divergence:non-uniform 78:9:5
