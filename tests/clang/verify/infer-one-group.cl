// In a launch of one group, the barrier hands elements of global memory from thread to thread.
//--local_size=64 --num_groups=1
__kernel void shifted(__global int *a) {
    int i = get_local_id(0);
    int next = a[i + 1];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] = next;
}

__kernel void rounds(__global int *a, int n) {
    int t = get_global_id(0);
    for (int i = 0; i < n; i++) {
        a[t] = i;
        barrier(CLK_GLOBAL_MEM_FENCE);
        int x = a[(t + 1) % 64];
        barrier(CLK_GLOBAL_MEM_FENCE);
        a[t] = x;
        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    }
}

// Which element is read depends on data, which is no race.
__kernel void gathered(__global int *a, __global const uint *index) {
    int t = get_local_id(0);
    a[t] = t;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int x = a[index[t] % 64];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[t] = x;
}
