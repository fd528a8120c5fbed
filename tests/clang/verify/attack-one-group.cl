//--local_size=* --num_groups=1
// What is required of each thread is not promised by a group, so barriers hand out nothing.
__kernel void few(__global int *a, __global int *d) {
    __requires(d[get_local_id(0)] > 0);
    int i = get_local_id(0);
    a[i] = 10 / d[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] += 1 / d[i];
}
