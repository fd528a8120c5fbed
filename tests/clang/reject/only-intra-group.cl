//--local_size=64 --num_groups=4 --only-intra-group
// Threads of one group race, in global memory and in local memory.
__kernel void next(__global int *a) {
    int i = get_local_id(0);
    a[i] = a[i + 1];
}
__kernel void unfenced(__global int *a) {
    int i = get_local_id(0);
    a[i] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[(i + 1) % 64] = 2;
}
__kernel void shared(__global int *a, __local int *s) {
    int i = get_local_id(0);
    s[i / 2] = i;
}
// A race of threads of one group whose numbers are far from those of their group.
__kernel void one_group(__global int *a) {
    if (get_group_id(0) == 3) {
        a[get_local_id(0) / 2] = (int)get_local_id(0);
    }
}
// What another group has written is not known: it is not what this group reads.
__kernel void own(__global int *a) {
    int i = get_local_id(0);
    if (get_group_id(0) == 0) {
        a[i] = 1;
    }
    __assert(a[i] == 1);
}
//! error store:data-race 5:5:4
//! error store:data-race 11:5:15
//! error store:data-race 15:5:8
//! error store:data-race 20:9:22
//! unknown contract.well-formed:unframed 29:14:4
