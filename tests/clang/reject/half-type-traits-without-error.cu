// A question about a type is an error also where templates take an error for an answer.
#include <cuda_bf16.h>
#include <type_traits>

template <class T> __device__ std::enable_if_t<std::is_class_v<const T>> put(int *a, T value) {
    a[0] = threadIdx.x;
}

template <class T> __device__ std::enable_if_t<!std::is_class_v<const T>> put(int *a, T value) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void k(int *a) {
    put(a, __nv_bfloat16());
//  ^^^ error c.clang
}
//! error c.clang 1:1:0
