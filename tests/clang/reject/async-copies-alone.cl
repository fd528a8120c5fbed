//--local_size=1
// In a group of one work-item, too, the copy takes place beside what the work-item does.

__kernel void alone(__global const int *in, __global int *out) {
    __local int lm[64];
    event_t e = async_work_group_copy(lm, in + get_group_id(0) * 64, 64, 0);
    int x = lm[get_local_id(0)];
    wait_group_events(1, &e);
//  ^^^^^^^^^^^^^^^^^^^^^^^^ unknown assert:condition-false
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = x;
}
