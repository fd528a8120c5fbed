// The size of the launch is the product of the number of groups and the size of a group.

__kernel void k(int n) {
    size_t all = get_global_size(0);
    size_t product = get_num_groups(0) * get_local_size(0);
    //@ assert all == product;
    size_t i = get_group_id(0) * get_local_size(0) + get_local_id(0);
    //@ assert i == tid;
}
