// CUDA's `__half` is a class, so all threads write a[0] there. Here it is a type of the compiler.
#include <cuda_fp16.h>
#include <type_traits>

template <bool> __device__ void put(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

template <> __device__ void put<false>(int *a) {
    a[0] = threadIdx.x;
}

__global__ void k(int *a) {
    put<std::is_floating_point<__half>::value>(a);
}
//! error c.clang 1:1:0
