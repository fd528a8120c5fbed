// Tiles of a block: the threads of a tile come to its operations together, and no others need to.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <typename Group> __device__ float reduced(Group g, float x) {
    for (int i = g.size() / 2; i > 0; i /= 2) x += g.shfl_down(x, i);
    return x;
}

__global__ void sums(const float *in, float *out) {
    auto block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    float sum = reduced(tile, in[block.group_index().x * block.size() + block.thread_rank()]);
    if (block.thread_rank() == 0) out[block.group_index().x] = sum;
}

__global__ void operations(const int *in) {
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto tile = cg::tiled_partition<4>(warp);
    int v = in[threadIdx.x];
    if (tile.meta_group_rank() == 1) {
        v = tile.shfl_xor(v, 1);
        tile.sync();
        cg::sync(tile);
        if (tile.any(v > 0)) v = tile.shfl_up(v, 1);
        if (tile.all(v > 0)) v = tile.shfl(v, 0);
        unsigned voted = tile.ballot(v > 0);
    }
    if (warp.meta_group_rank() == 1) v = warp.shfl_down(v, 1);
    assert(tile.thread_rank() == threadIdx.x % 4 && tile.size() == 4 && warp.meta_group_rank() == threadIdx.x / 32);
}
