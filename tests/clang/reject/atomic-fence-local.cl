// A fence of local memory orders nothing for another group.

/*@ kernel requires tcount == 2 && get_local_size(0) == 1 && x.length >= 1 && out.length >= 1;
    kernel requires flag.length >= 1 && Perm(flag[0], write) ** flag[0] == 0;
@*/
__kernel void k(__global int *x, __global int *out, volatile __global int *flag) {
    if (get_global_id(0) == 0) {
        x[0] = 5;
        mem_fence(CLK_LOCAL_MEM_FENCE);
        atomic_xchg(flag, 1);
    } else if (atomic_or(flag, 0) == 1) {
        mem_fence(CLK_LOCAL_MEM_FENCE);
        out[0] = x[0];
//               ^^^^ error load:data-race
    }
}
