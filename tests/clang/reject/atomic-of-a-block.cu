// What is atomic among the threads of a block is not atomic for another block.

__device__ int count;

__global__ void k() {
    atomicAdd_block(&count, 1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^ error load:data-race
}
