// Other assembly is not read.

__global__ void multiprocessor(unsigned *out) {
    unsigned number;
    asm("mov.u32 %0, %%smid;" : "=r"(number));
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    out[blockIdx.x * blockDim.x + threadIdx.x] = number;
}

__global__ void lane() {
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    assert(lane == threadIdx.x);
//  ^^^^^^ error assert:condition-false
}

__global__ void barrier(unsigned *out) {
    asm volatile("bar.sync 0;");
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
