// The rank of a tile is that in its parent, and numbers of threads are unsigned numbers of 32 bits.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void nested() {
    __shared__ int s[64];
    __requires(blockDim.x == 64);
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto tile = cg::tiled_partition<8>(warp);
    assert(tile.meta_group_rank() < 4);
    assert(tile.meta_group_rank() == threadIdx.x / 8);
//  ^^^^^^ error assert:condition-false
    if (tile.thread_rank() == 0) s[tile.meta_group_rank()] = threadIdx.x;
//                               ^^^^^^^^^^^^^^^^^^^^^^^^^ unknown group.resources:two-writers
}

__device__ unsigned rank_of(cg::thread_block_tile<8> tile) { return tile.meta_group_rank(); }
//                                                                  ^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported

__global__ void unknown(int *a) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    a[blockIdx.x * blockDim.x + threadIdx.x] = rank_of(tile);
}

__global__ void left_of_first() {
    int s[32];
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    long long left = tile.thread_rank() - 1;
    if (left >= 0) s[left] = 1;
//                 ^^^^^^^ error store:out-of-bounds
}
