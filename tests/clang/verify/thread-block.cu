// The block of a thread as a group.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void wait(const cg::thread_block &block) {
    block.sync();
}

__global__ void neighbours(const float *in, float *out) {
    namespace own = cooperative_groups;
    __shared__ float s[128];
    cg::thread_block block = cg::this_thread_block();
    auto same = own::this_thread_block();
    int t = block.thread_rank();
    s[t] = in[block.group_index().x * block.size() + t];
    cg::sync(block);
    if (t > 0) out[blockIdx.x * blockDim.x + t] = s[t - 1];
    same.sync();
    s[t] = 0;
    wait(block);
    if (t > 0) out[blockIdx.x * blockDim.x + t] += s[t - 1];
}

/*@ kernel requires blockDim.x == 16 && blockDim.y == 2 && ngroups.x * ngroups.y * 32 <= out.length; @*/
__global__ void numbers(int *out) {
    cg::thread_block block = cg::this_thread_block();
    assert(block.size() == 32 && block.group_dim().y == 2);
    assert(block.thread_rank() == threadIdx.y * 16 + threadIdx.x);
    assert(block.thread_index().y == threadIdx.y);
}
