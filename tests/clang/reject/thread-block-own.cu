// A class of the program that has the name of one of the language, and whose `sync` waits for nobody.
namespace cooperative_groups {
struct thread_block {
    __device__ void sync() const {}
};
__device__ thread_block this_thread_block() {
    return thread_block();
}
}

__global__ void k(float *out) {
    __shared__ float s[128];
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    s[threadIdx.x] = 1;
    block.sync();
    if (threadIdx.x > 0) out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x - 1];
//                                                                    ^^^^^^^^^^^^^^^^^^ error load:data-race
}
