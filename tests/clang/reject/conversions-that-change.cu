// Conversions of integers that change the value in some launch, or for some argument.

#include <assert.h>

// The sizes are those of two dimensions, so the sum is no position in the launch.
__global__ void other_axis() {
    int y = blockIdx.y * blockDim.x + threadIdx.x;
    assert(y >= 0);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void other_size() {
    int y = blockIdx.x * gridDim.x + threadIdx.x;
    assert(y >= 0);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void twice_the_index() {
    int y = blockIdx.x * blockDim.x + 2 * threadIdx.x;
    assert(y >= 0);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void next_group() {
    int y = blockIdx.x * blockDim.x + blockDim.x + threadIdx.x;
    assert(y >= 0);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void all_threads_and_one() {
    int y = gridDim.x * blockDim.x + 1;
    assert(y > 0);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void below_zero() {
    unsigned y = threadIdx.x - 1u;
    assert(y <= threadIdx.x);
//  ^^^^^^ error assert:condition-false
}

__global__ void two_dimensions() {
    unsigned y = (blockIdx.x * blockDim.x + threadIdx.x) * (blockIdx.y * blockDim.y + threadIdx.y) * 4u;
    assert(y / 4u == (blockIdx.x * blockDim.x + threadIdx.x) * (blockIdx.y * blockDim.y + threadIdx.y));
//  ^^^^^^ unknown assert:condition-false
}

__global__ void narrow() {
    unsigned char y = blockIdx.x * blockDim.x + threadIdx.x;
    assert(y == blockIdx.x * blockDim.x + threadIdx.x);
//  ^^^^^^ error assert:condition-false
}

__global__ void sign(unsigned n) {
    int y = n;
    assert(y >= 0);
//  ^^^^^^ error assert:condition-false
}

__global__ void remainder_and_one(unsigned n) {
    unsigned char y = n % 256u + 1u;
    assert(y > 0);
//  ^^^^^^ error assert:condition-false
}

__global__ void negative(signed char c) {
    unsigned char y = c;
    assert(y <= 127);
//  ^^^^^^ error assert:condition-false
}

__global__ void either(bool b, int n) {
    unsigned char y = b ? n : 255;
    assert(y == (b ? n : 255));
//  ^^^^^^ error assert:condition-false
}

// The greatest values are reached.
__global__ void last(int n) {
    int y = blockIdx.x * blockDim.x + threadIdx.x + 1u;
    assert(y < 2147483647);
//  ^^^^^^ unknown assert:condition-false
}
