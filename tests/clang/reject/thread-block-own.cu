// A class of the program that has the name of one of the language.
namespace cooperative_groups {
struct thread_block {
    __device__ void sync() const {}
    __device__ int size() const {
        return 1;
    }
};
__device__ thread_block this_thread_block() {
    return thread_block();
}
}

__global__ void k(float *a) {
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    block.sync();
}
