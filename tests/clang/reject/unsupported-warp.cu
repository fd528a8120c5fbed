// Threads of a warp cannot exchange values yet.

__global__ void k(int n) {
    int x = __shfl_down_sync(0xffffffffu, n, 1);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
