// A thread that waits for a smaller tile, or for its warp, comes to what the others wait for later.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void warp_in_block() {
    int x = threadIdx.x;
    if (threadIdx.x / 32 == 0) x = __shfl_xor_sync(0xffffffff, x, 1);
    int c = __syncthreads_or(x == 77);
}

//@ kernel requires blockDim.x == 32;
__global__ void tile_in_warp() {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int x = threadIdx.x;
    if (threadIdx.x / 8 == 1) x = tile.shfl_xor(x, 1);
    x = __shfl_xor_sync(0xffffffff, x, 8);
}
