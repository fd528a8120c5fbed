//--local_size=64 --num_groups=4 --only-intra-group --no-inline --solver=z3
// All groups write the same elements, which is not looked at. Each group has its barriers.
__kernel void turns(__global int *a) {
    int i = get_local_id(0);
    a[i] = (int)get_group_id(0);
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[(i + 1) % 64] = i;
}
