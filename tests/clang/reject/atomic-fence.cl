// A flag that is set behind a fence and read in front of one orders the value that it announces.

/*@ kernel requires tcount == 2 && get_local_size(0) == 1 && x.length >= 1 && out.length >= 1 && flag.length >= 1;
    kernel requires Perm(flag[0], write) ** flag[0] == 0;
@*/
__kernel void k(__global int *x, __global int *out, volatile __global int *flag) {
    if (get_global_id(0) == 0) {
        x[0] = 5;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_xchg(flag, 1);
    } else if (atomic_or(flag, 0) == 1) {
        read_mem_fence(CLK_GLOBAL_MEM_FENCE);
        out[0] = x[0];
        //@ assert out[0] == 0;
//                 ^^^^^^^^^^^ error assert:condition-false
    }
}
