// A kernel that reads memory only in its assertions reads it all the same.
#include <assert.h>

//@ requires a.length >= 1;
__global__ void same(const int *a) {
    assert(a[0] == a[0]);
}

__device__ int &itself(int &v) {
    return v;
}

__device__ int *behind(int *v) {
    return v + 1;
}

// Memory that lives as long as the pointers to it.
__global__ void alive(int *a) {
    int x = 3;
    int *p;
    int z[4];
    p = z;
    p[0] = x;
    p[1] = itself(x);
    a[threadIdx.x + blockIdx.x * blockDim.x] = z[0] + *behind(z);
}
