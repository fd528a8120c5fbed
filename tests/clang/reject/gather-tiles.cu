// All threads of a tile must come to its operations, and a larger tile is more than a smaller one.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void rank() {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    if (tile.thread_rank() < 4) int v = tile.shfl_down(3, 1);
//      ^^^^^^^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
}

__global__ void larger() {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    auto warp = cg::tiled_partition<32>(block);
    if (tile.meta_group_rank() == 0) int v = warp.shfl_down(3, 1);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
}

// The vote of a tile is not that of the warp.
__global__ void votes(const int *in) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    auto warp = cg::tiled_partition<32>(block);
    if (tile.any(in[threadIdx.x] > 0)) warp.sync();
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
}

// A thread of the tile waits for its block.
__global__ void elsewhere() {
    auto tile = cg::tiled_partition<2>(cg::this_thread_block());
    if (threadIdx.x % 2) tile.sync();
//      ^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    __syncthreads();
}

__global__ void refused(int n) {
    auto block = cg::this_thread_block();
    auto active = cg::coalesced_threads();
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    auto tile = cg::tiled_partition<8>(block);
    unsigned m = tile.match_any(n);
//               ^^^^^^^^^^^^^^^^^ error c.unsupported
    auto computed = cg::tiled_partition(block, 8);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    cg::thread_block_tile<8> none;
//                           ^^^^ error c.unsupported
}
