// The header of `assert` counts each time when it is included: the second assertion is one.
#define NDEBUG
#include <cassert>

__device__ void none(int x) {
    assert(x == 1);
}

#undef NDEBUG
#include <assert.h>

//@ context tid < x.length ** Perm(x[tid], write);
__global__ void k(int *x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    none(x[i]);
    assert(x[i] == 2);
//  ^^^^^^ error assert:condition-false
}
