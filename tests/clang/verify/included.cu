// Kernels in an included file are verified, and annotations there are read.
#include "included.h"
#include "included.h"

__global__ void own(int *a) {
    pair p = {1, 2};
    a[blockIdx.x * blockDim.x + threadIdx.x] = sum(p);
}
