// Conversions of integers that change no value, however large the launch is.

#include <assert.h>

__global__ void position() {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    assert(0 <= i && i < gridDim.x * blockDim.x);
    assert(0 <= j && j < 2147483647);
}

__global__ void next() {
    int i = threadIdx.x + 1 + blockDim.x * blockIdx.x;
    assert(1 <= i);
}

__global__ void narrow(unsigned n, bool b, signed char c) {
    unsigned char y = n % 256u;
    assert(y == n % 256u);
    int z = b ? y : c;
    assert(z == (b ? (int)y : c));
    unsigned short both = y + 65280u;
    assert(both >= 65280u);
}

__global__ void large(unsigned char a, unsigned char b, unsigned char c) {
    unsigned product = (unsigned)a * b * c;
    assert(product <= 16581375u);
}
