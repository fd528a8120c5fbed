// Functions of the program that have the name of the barrier of a group.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct own {
    static __device__ void sync(const cg::thread_block &b) {}
};

__global__ void neighbours(float *out) {
    __shared__ float s[128];
    cg::thread_block block = cg::this_thread_block();
    s[threadIdx.x] = 1;
    own::sync(block);
    if (threadIdx.x > 0) out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x - 1];
//                                                                    ^^^^^^^^^^^^^^^^^^ error load:data-race
}
