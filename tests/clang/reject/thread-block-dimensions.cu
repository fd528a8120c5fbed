// The number of a thread in its block depends on the dimensions of the launch.
#include <cooperative_groups.h>

__global__ void copied(int n) {
    auto block = cooperative_groups::this_thread_block();
    uint3 here = threadIdx;
    assert(block.thread_rank() == here.x);
//  ^^^^^^ error assert:condition-false
}

__global__ void annotated(int n) {
    auto block = cooperative_groups::this_thread_block();
    int rank = block.thread_rank();
//             ^^^^^^^^^^^^^^^^^^^ error c.unsupported
    //@ assert threadIdx.y >= 0;
}
