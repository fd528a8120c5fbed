// Assembly that reads the number of a thread in its warp, and rows of an array as one array.

__global__ void lanes(unsigned *out) {
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    assert(lane == threadIdx.x % 32);
    out[blockIdx.x * blockDim.x + threadIdx.x] = lane;
}
