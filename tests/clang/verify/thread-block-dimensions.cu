// A copy of a whole variable of the launch has all dimensions, and threads are counted in all of them.
#include <cooperative_groups.h>

__global__ void k(int n) {
    auto block = cooperative_groups::this_thread_block();
    uint3 here = threadIdx;
    int rank = block.thread_rank();
    if (blockDim.x == 4 && blockDim.y == 2) {
        assert(rank == (threadIdx.z * 2 + threadIdx.y) * 4 + here.x);
    }
}
