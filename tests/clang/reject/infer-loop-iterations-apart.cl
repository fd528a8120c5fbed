// The barrier fences local memory only, and two iterations of the loop meet in global memory.

__kernel void k(__global int *g, __global int *out) {
    int t = get_local_id(0);
    int x = 0;
    for (int i = 0; i < 3; i++) {
        if (i == 2) x = g[t ^ 1];
//                      ^^^^^^^^ error load:data-race
//                      ^^^^^^^^ unknown contract.well-formed:out-of-bounds
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 0) g[t] = 1;
    }
    out[get_global_id(0)] = x;
}
