// What a thread does not know of the value that a shuffle gives.
#define FULL_MASK 0xffffffff

// The last warp of a block may have fewer lanes. The value of a lane that does not exist is arbitrary.
__global__ void short_warp() {
    int v = __shfl_down_sync(FULL_MASK, (int)threadIdx.x, 1);
    //@ assert threadIdx.x % 32 < 31 ==> v == threadIdx.x + 1;
//             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
}

// A lane without source keeps its own value.
__global__ void first() {
    int lane = threadIdx.x % 32;
    int v = __shfl_up_sync(FULL_MASK, lane, 1);
    //@ assert v == lane - 1;
//             ^^^^^^^^^^^^^ error assert:condition-false
}

__global__ void own() {
    int v = __shfl_xor_sync(FULL_MASK, (int)threadIdx.x, 1);
    //@ assert v == threadIdx.x;
//             ^^^^^^^^^^^^^^^^ error assert:condition-false
}

// The number of the lane counts in the part.
__global__ void parts() {
    int v = __shfl_sync(FULL_MASK, (int)threadIdx.x % 32, 0, 8);
    //@ assert v == 0;
//             ^^^^^^ error assert:condition-false
}

// The value is that of the operand at the shuffle, and not of what the variable is later.
__global__ void later() {
    int v = threadIdx.x % 32;
    int w = __shfl_xor_sync(FULL_MASK, v, 1);
    v = 7;
    //@ assert w == 7;
//             ^^^^^^ error assert:condition-false
}

__global__ void before(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int old = a[i];
    a[i] = 3;
    int w = __shfl_xor_sync(FULL_MASK, old, 1);
    //@ assert w == 3;
//             ^^^^^^ error assert:condition-false
}

// The invariant says nothing of what the other lane brings.
__global__ void invariants(int n) {
    int v = 0;
    //@ loop_invariant threadIdx.x % 2 == 0 ==> v == 0;
//                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error invariant.preserved:condition-false
    for (int i = 0; i < n; i++) v = __shfl_xor_sync(FULL_MASK, (int)threadIdx.x % 2, 1);
}

// The other lane decides alike only in what all lanes of a warp have in common.
__global__ void decisions() {
    int v = threadIdx.x % 2;
    int w = 0;
    if (v == 1) w = 1;
    int x = __shfl_xor_sync(FULL_MASK, w, 1);
    //@ assert x == w;
//             ^^^^^^ error assert:condition-false
}

// The source of the source is another lane.
__global__ void further() {
    int lane = threadIdx.x % 32;
    int v = __shfl_down_sync(FULL_MASK, lane, 1);
    v = __shfl_down_sync(FULL_MASK, v, 1);
    //@ assert blockDim.x % 32 == 0 && lane == 30 ==> v == 32;
//             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
}

// Two iterations: the value of the first one is gone.
__global__ void iterations() {
    int v = 0, x = 0;
    //@ loop_invariant v == i && (i == 0 || x == i);
//                               ^^^^^^^^^^^^^^^^^^ error invariant.preserved:condition-false
    for (int i = 0; i < 2; i++) {
        x = __shfl_sync(FULL_MASK, v, 0);
        v = v + 1;
    }
}

// Half of a warp: the other half does not come.
__global__ void half() {
    int v = 1;
    if (threadIdx.x % 32 < 16) v = __shfl_down_sync(FULL_MASK, v, 16);
//      ^^^^^^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
    //@ assert blockDim.x == 32 ==> v == 7;
//             ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
}

__global__ void one_lane_longer() {
    int v = 0;
    for (int i = 0; i < (int)threadIdx.x; i++) v = __shfl_xor_sync(FULL_MASK, i, 1);
//                  ^^^^^^^^^^^^^^^^^^^^ unknown barrier.divergence:non-uniform
    //@ assert blockDim.x == 2 && threadIdx.x == 1 ==> v == 5;
//             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown assert:condition-false
}

// A width that is not known.
__global__ void widths(int w) {
    int v = 3;
    if (w == 8) v = __shfl_sync(FULL_MASK, (int)threadIdx.x, 1, w);
    //@ assert v == 3;
//             ^^^^^^ error assert:condition-false
}

// The vote of another warp.
__global__ void warps() {
    int v = __shfl_sync(FULL_MASK, (int)threadIdx.x / 32, 0);
    //@ assert v == 0;
//             ^^^^^^ error assert:condition-false
}

// The device changes bits of the number in the warp, so a lane of the second tile may get one of the first tile.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//@ kernel requires blockDim.x == 32;
__global__ void tiles() {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int x = tile.shfl_xor((int)threadIdx.x, 16);
    assert(x == threadIdx.x);
//  ^^^^^^ unknown assert:condition-false
}
