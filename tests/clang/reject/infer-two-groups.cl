// A barrier hands nothing from group to group.
//--local_size=64 --num_groups=2
__kernel void shifted(__global int *a) {
    int i = get_global_id(0);
    int next = a[i + 1];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] = next;
//  ^^^^ error store:data-race
}
