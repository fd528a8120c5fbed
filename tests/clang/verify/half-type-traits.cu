// Questions about CUDA's `__half` that have one answer for a class and for a type of the compiler.
#include <cuda_fp16.h>
#include <type_traits>

__global__ void k() {
    int size = sizeof(std::conditional_t<std::is_same_v<__half, half>, int, long long>);
    /*@ assert size == 4; @*/
    int other = sizeof(std::conditional_t<std::is_same<half, float>::value || std::is_pointer_v<half>, char, int>);
    /*@ assert other == 4; @*/
    int known = sizeof(std::conditional_t<std::is_floating_point_v<float> && std::is_class_v<half2>, int, char>);
    /*@ assert known == 4; @*/
}
