// What every file of CUDA has of versions, qualifiers and types: vectors, and the variables of the launch.
#pragma once

// Versions. The compiler itself defines `__CUDA_ARCH__`.
#define __NVCC__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 76
#define CUDART_VERSION 12000
#define __CUDA_RUNTIME_H__ 1
#define __DRIVER_TYPES_H__ 1

// Qualifiers. Hints about registers and sizes of blocks are left out: they do not change what the code computes.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __inline__ inline
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
// Sepal reads the numbers behind this one: no user's annotation starts with it.
#define __launch_bounds__(...) __attribute__((annotate("launch_bounds", 386465, __VA_ARGS__)))
#define __cluster_dims__(...)
#define __maxnreg__(n)
#define __nv_pure__
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

// Floats of 16 bits. CUDA's types of them are classes, and here they are types of the compiler. So no file may name
// these: they would be other types for CUDA.
typedef _Float16 sepal_half;
typedef __bf16 sepal_bf16;
#pragma GCC poison _Float16 __bf16

// Integers.
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long ssize_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef unsigned long uintptr_t;
typedef long intptr_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef decltype(nullptr) nullptr_t;
#define NULL __null

// Limits, as the compiler has them for the device.
#define CHAR_BIT __CHAR_BIT__
#define SCHAR_MAX __SCHAR_MAX__
#define SCHAR_MIN (-__SCHAR_MAX__ - 1)
#define UCHAR_MAX (__SCHAR_MAX__ * 2 + 1)
#define CHAR_MAX __SCHAR_MAX__
#define CHAR_MIN SCHAR_MIN
#define SHRT_MAX __SHRT_MAX__
#define SHRT_MIN (-__SHRT_MAX__ - 1)
#define USHRT_MAX (__SHRT_MAX__ * 2 + 1)
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define UINT_MAX (__INT_MAX__ * 2U + 1U)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)
#define RAND_MAX 2147483647
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3

// Constants of mathematics.
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

// Vectors are structures. The numbers are the alignments of those with two and with four components.
#define SEPAL_VECTOR(T, N, ALIGN2, ALIGN4) \
    struct N##1 { T x; }; \
    struct alignas(ALIGN2) N##2 { T x, y; }; \
    struct N##3 { T x, y, z; }; \
    struct alignas(ALIGN4) N##4 { T x, y, z, w; }; \
    static inline __host__ __device__ N##1 make_##N##1(T x) { return N##1{x}; } \
    static inline __host__ __device__ N##2 make_##N##2(T x, T y) { return N##2{x, y}; } \
    static inline __host__ __device__ N##3 make_##N##3(T x, T y, T z) { return N##3{x, y, z}; } \
    static inline __host__ __device__ N##4 make_##N##4(T x, T y, T z, T w) { return N##4{x, y, z, w}; }
SEPAL_VECTOR(signed char, char, 2, 4)
SEPAL_VECTOR(unsigned char, uchar, 2, 4)
SEPAL_VECTOR(short, short, 4, 8)
SEPAL_VECTOR(unsigned short, ushort, 4, 8)
SEPAL_VECTOR(int, int, 8, 16)
SEPAL_VECTOR(unsigned int, uint, 8, 16)
SEPAL_VECTOR(long, long, 16, 16)
SEPAL_VECTOR(unsigned long, ulong, 16, 16)
SEPAL_VECTOR(long long, longlong, 16, 16)
SEPAL_VECTOR(unsigned long long, ulonglong, 16, 16)
SEPAL_VECTOR(float, float, 8, 16)
SEPAL_VECTOR(double, double, 16, 16)
#undef SEPAL_VECTOR

// The launch.
struct dim3 {
    unsigned int x, y, z;
    __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;
