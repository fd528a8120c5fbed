// What differs between threads of a warp in front of a loop differs at its head.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void starts(int n) {
    int v = threadIdx.x % 32;
    for (int i = 0; i < n; i++) {
        if (v % 7 == 3) int x = __shfl_xor_sync(0xffffffffu, 1, 1);
//          ^^^^^^^^^^ unknown barrier.divergence:non-uniform
        v = v ^ 1;
    }
}

// The vote of a smaller tile is the same for that tile only.
__global__ void smaller(const int *in, int n) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    auto warp = cg::tiled_partition<32>(block);
    int v = tile.any(in[threadIdx.x] > 0);
    for (int i = 0; i < n; i++) {
        if (v % 7 == 3) warp.sync();
//          ^^^^^^^^^^ unknown barrier.divergence:non-uniform
        v = v ^ 1;
    }
}
