// The type of the compiler is another one than CUDA's `__half`.
#include <cuda_fp16.h>
#include <type_traits>

__global__ void k() {
    int size = sizeof(std::conditional_t<std::is_same<__half, _Float16>::value, int, long long>);
//                                                            ^^^^^^^^ error c.clang
    /*@ assert size == 4; @*/
}
