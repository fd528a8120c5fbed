// Without the barrier of the block, neighbours race; grids are groups that Sepal does not read.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void neighbours(const float *in, float *out) {
    __shared__ float s[128];
    cg::thread_block block = cg::this_thread_block();
    int t = block.thread_rank();
    s[t] = in[t];
    if (t > 0) out[t] = s[t - 1];
//             ^^^^^^ error store:data-race
//                      ^^^^^^^^ error load:data-race
}

__global__ void divergent(float *out) {
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() > 0) block.sync();
//      ^^^^^^^^^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
}

__global__ void tiles(int n) {
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    int m = (block.sync(), 1);
//           ^^^^^^^^^^^^ error c.unsupported
}
