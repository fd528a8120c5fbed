// Functions of sub-groups, each of which has 32 work-items here.

__kernel void numbers(__global int *out) {
    uint lane = get_sub_group_local_id();
    __assert(lane < get_sub_group_size() && get_sub_group_size() <= get_max_sub_group_size());
    __assert(get_sub_group_id() < get_num_sub_groups());
    __assert(get_sub_group_id() * get_max_sub_group_size() + lane == get_local_id(0));
    out[get_global_id(0)] = lane;
}

__kernel void takes_part(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int x = in[i];
    int low = sub_group_reduce_min(x);
    __assert(low <= x);
    // A whole sub-group decides.
    if (get_sub_group_id() == 0) low = sub_group_scan_inclusive_max(x);
    if (sub_group_any(x > 0)) low = sub_group_broadcast(x, 0u);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = low;
}

// The value of another work-item of the sub-group.
/*@ kernel requires get_local_size(0) == 64 && get_global_size(0) <= in.length && get_global_size(0) <= out.length; @*/
__kernel void exchanges(__global const int *in, __global int *out) {
    int i = get_global_id(0), l = get_local_id(0);
    int lane = sub_group_shuffle(l, 3u), other = sub_group_shuffle_xor(l, 1u);
    __assert(lane == l - l % 32 + 3);
    __assert(other == (l % 2 == 0 ? l + 1 : l - 1));
    out[i] = in[i];
}
