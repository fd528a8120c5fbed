// OpenCL does not say that `volatile` accesses are ordered by fences, or that they do not race.

__kernel void k(__global int *x, volatile __global int *flag) {
    if (get_group_id(0) == 0) {
        x[0] = 1;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        *flag = 1;
//      ^^^^^ error c.unsupported
    } else {
        while (flag[0] == 0) {}
//             ^^^^^^^ error c.unsupported
        flag[1] += x[0];
//      ^^^^^^^ error c.unsupported
    }
}
