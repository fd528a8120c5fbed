// Wrong uses of functions of sub-groups.

__kernel void lanes(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    if (get_sub_group_local_id() < 3) out[i] = sub_group_reduce_add(in[i]);
}
__kernel void waits(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int x = 1;
    if (get_local_id(0) % 2 == 0) x = sub_group_reduce_add(in[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = x;
}
// No proof concludes an order.
__kernel void exchange(__local int *s, __global int *out) {
    int i = get_local_id(0);
    s[i] = i;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[i ^ 1];
}
// A vote orders nothing, also in runs.
__kernel void votes(__local int *s, __global int *out) {
    int i = get_local_id(0);
    s[i] = i;
    int all = sub_group_all(1);
    out[get_global_id(0)] = s[get_local_size(0) - 1 - i];
}
__kernel void differs(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    out[i] = sub_group_broadcast(in[i], get_sub_group_local_id());
}
__kernel void outside(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    out[i] = sub_group_broadcast(in[i], 32u);
}
__kernel void mask(__global const int *in, __global int *out, uint m) {
    int i = get_global_id(0);
    out[i] = sub_group_shuffle_xor(in[i], m);
}
// What is true of a sub-group need not be true of the group.
__kernel void group(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int x = sub_group_reduce_max(in[i]);
    if (x > 0) barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = x;
}
//! unknown barrier.divergence:non-uniform 5:9:28
//! error barrier.divergence:non-uniform 10:9:24
//! unknown group.resources:two-writers 17:5:4
//! error load:data-race 26:29:28
//! error barrier.divergence:non-uniform 30:14:52
//! error assert:condition-false 34:14:31
//! error assert:condition-false 38:43:1
//! unknown barrier.divergence:non-uniform 44:9:5
