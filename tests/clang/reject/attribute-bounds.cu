// The first number is the greatest size of a block, and the second one is about the blocks of a processor.
__global__ void __launch_bounds__(128) fewer(int *out) {
    assert(blockDim.x <= 127);
//  ^^^^^^ error assert:condition-false
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

__global__ void __launch_bounds__(1024, 2) second(int *out) {
    assert(blockDim.x <= 2);
//  ^^^^^^ error assert:condition-false
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

template <int N> __global__ __launch_bounds__(N) void of_template(int *out) {
    assert(blockDim.x <= 32);
//  ^^^^^^ error assert:condition-false
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
template __global__ void of_template<64>(int *out);
template __global__ void of_template<32>(int *out);

// An annotation of the user says nothing of sizes.
__global__ void __attribute__((annotate("launch_bounds", 32))) own(int *out) {
    assert(blockDim.x <= 32);
//  ^^^^^^ error assert:condition-false
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
