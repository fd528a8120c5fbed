// The declarations with which clang reads CUDA C++: qualifiers, types, variables of the launch, functions of the device
// and of the host. Sepal includes this file in front of each file of CUDA. It has no code: clang only needs the types.
#pragma once

// Qualifiers.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __inline__ inline
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __grid_constant__
#define CUDART_CB
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define CUDART_VERSION 12000

// Integers and limits.
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
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
#define NULL 0
#define CHAR_BIT 8
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LLONG_MAX 9223372036854775807ll
#define ULONG_MAX 18446744073709551615ul
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
#define M_PI_2 1.57079632679489661923
#define M_SQRT2 1.41421356237309504880
#define M_LN2 0.69314718055994530942
#define CUDART_PI_F 3.141592654f
#define CUDART_INF_F INFINITY
#define RAND_MAX 2147483647

// Vectors are structures.
#define SEPAL_VECTOR(T, N) \
    struct N##1 { T x; }; \
    struct N##2 { T x, y; }; \
    struct N##3 { T x, y, z; }; \
    struct N##4 { T x, y, z, w; }; \
    static inline __host__ __device__ N##1 make_##N##1(T x) { return N##1{x}; } \
    static inline __host__ __device__ N##2 make_##N##2(T x, T y) { return N##2{x, y}; } \
    static inline __host__ __device__ N##3 make_##N##3(T x, T y, T z) { return N##3{x, y, z}; } \
    static inline __host__ __device__ N##4 make_##N##4(T x, T y, T z, T w) { return N##4{x, y, z, w}; }
SEPAL_VECTOR(signed char, char)
SEPAL_VECTOR(unsigned char, uchar)
SEPAL_VECTOR(short, short)
SEPAL_VECTOR(unsigned short, ushort)
SEPAL_VECTOR(int, int)
SEPAL_VECTOR(unsigned int, uint)
SEPAL_VECTOR(long, long)
SEPAL_VECTOR(unsigned long, ulong)
SEPAL_VECTOR(long long, longlong)
SEPAL_VECTOR(unsigned long long, ulonglong)
SEPAL_VECTOR(float, float)
SEPAL_VECTOR(double, double)

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

// Barriers, fences, votes and shuffles.
__device__ void __syncthreads();
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_or(int predicate);
__device__ void __syncwarp(unsigned int mask = 0xffffffffu);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();
__device__ int __all_sync(unsigned int mask, int predicate);
__device__ int __any_sync(unsigned int mask, int predicate);
__device__ unsigned int __ballot_sync(unsigned int mask, int predicate);
__device__ unsigned int __activemask();
template <typename T> __device__ T __shfl_sync(unsigned int mask, T value, int lane, int width = 32);
template <typename T> __device__ T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32);
template <typename T> __device__ T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32);
template <typename T> __device__ T __shfl_xor_sync(unsigned int mask, T value, int lanes, int width = 32);

// Atomic operations.
#define SEPAL_ATOMIC(NAME) \
    template <typename T, typename U> __device__ T NAME(T *address, U value); \
    template <typename T, typename U> __device__ T NAME##_block(T *address, U value); \
    template <typename T, typename U> __device__ T NAME##_system(T *address, U value);
SEPAL_ATOMIC(atomicAdd)
SEPAL_ATOMIC(atomicSub)
SEPAL_ATOMIC(atomicExch)
SEPAL_ATOMIC(atomicMin)
SEPAL_ATOMIC(atomicMax)
SEPAL_ATOMIC(atomicInc)
SEPAL_ATOMIC(atomicDec)
SEPAL_ATOMIC(atomicAnd)
SEPAL_ATOMIC(atomicOr)
SEPAL_ATOMIC(atomicXor)
template <typename T, typename U, typename V> __device__ T atomicCAS(T *address, U compare, V value);
template <typename T> __device__ T __ldg(const T *address);

// Integers and bits.
#define SEPAL_ORDER(T) \
    __host__ __device__ T min(T a, T b); \
    __host__ __device__ T max(T a, T b);
SEPAL_ORDER(int)
SEPAL_ORDER(unsigned int)
SEPAL_ORDER(long)
SEPAL_ORDER(unsigned long)
SEPAL_ORDER(long long)
SEPAL_ORDER(unsigned long long)
SEPAL_ORDER(float)
SEPAL_ORDER(double)
__host__ __device__ int abs(int x);
__host__ __device__ long abs(long x);
__host__ __device__ long long abs(long long x);
__host__ __device__ float abs(float x);
__host__ __device__ double abs(double x);
__host__ __device__ long labs(long x);
__device__ int __popc(unsigned int x);
__device__ int __popcll(unsigned long long x);
__device__ int __clz(int x);
__device__ int __clzll(long long x);
__device__ int __ffs(int x);
__device__ int __ffsll(long long x);
__device__ unsigned int __brev(unsigned int x);
__device__ int __mul24(int x, int y);
__device__ unsigned int __umul24(unsigned int x, unsigned int y);
__device__ int __mulhi(int x, int y);
__device__ unsigned int __umulhi(unsigned int x, unsigned int y);
__device__ unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector);
__device__ float __int_as_float(int x);
__device__ int __float_as_int(float x);
__device__ float __uint_as_float(unsigned int x);
__device__ unsigned int __float_as_uint(float x);
__device__ long long clock64();
__device__ long clock();

// Functions of mathematics. `SEPAL_MATH1(sin)` declares `sin` of `float` and `double`, and `sinf`.
#define SEPAL_MATH1(NAME) \
    __host__ __device__ double NAME(double x); \
    __host__ __device__ float NAME(float x); \
    __host__ __device__ float NAME##f(float x);
#define SEPAL_MATH2(NAME) \
    __host__ __device__ double NAME(double x, double y); \
    __host__ __device__ float NAME(float x, float y); \
    __host__ __device__ float NAME##f(float x, float y);
SEPAL_MATH1(acos)
SEPAL_MATH1(acosh)
SEPAL_MATH1(asin)
SEPAL_MATH1(asinh)
SEPAL_MATH1(atan)
SEPAL_MATH1(atanh)
SEPAL_MATH1(cbrt)
SEPAL_MATH1(ceil)
SEPAL_MATH1(cos)
SEPAL_MATH1(cosh)
SEPAL_MATH1(cospi)
SEPAL_MATH1(erf)
SEPAL_MATH1(erfc)
SEPAL_MATH1(exp)
SEPAL_MATH1(exp10)
SEPAL_MATH1(exp2)
SEPAL_MATH1(expm1)
SEPAL_MATH1(fabs)
SEPAL_MATH1(floor)
SEPAL_MATH1(lgamma)
SEPAL_MATH1(log)
SEPAL_MATH1(log10)
SEPAL_MATH1(log1p)
SEPAL_MATH1(log2)
SEPAL_MATH1(rint)
SEPAL_MATH1(round)
SEPAL_MATH1(rsqrt)
SEPAL_MATH1(sin)
SEPAL_MATH1(sinh)
SEPAL_MATH1(sinpi)
SEPAL_MATH1(sqrt)
SEPAL_MATH1(tan)
SEPAL_MATH1(tanh)
SEPAL_MATH1(tgamma)
SEPAL_MATH1(trunc)
SEPAL_MATH1(nearbyint)
SEPAL_MATH2(atan2)
SEPAL_MATH2(copysign)
SEPAL_MATH2(fdim)
SEPAL_MATH2(fmax)
SEPAL_MATH2(fmin)
SEPAL_MATH2(fmod)
SEPAL_MATH2(hypot)
SEPAL_MATH2(pow)
SEPAL_MATH2(remainder)
SEPAL_MATH2(nextafter)
__host__ __device__ double pow(double x, int y);
__host__ __device__ float pow(float x, int y);
__host__ __device__ double fma(double x, double y, double z);
__host__ __device__ float fma(float x, float y, float z);
__host__ __device__ float fmaf(float x, float y, float z);
__host__ __device__ bool isnan(float x);
__host__ __device__ bool isnan(double x);
__host__ __device__ bool isinf(float x);
__host__ __device__ bool isinf(double x);
__device__ float __expf(float x);
__device__ float __logf(float x);
__device__ float __log2f(float x);
__device__ float __sinf(float x);
__device__ float __cosf(float x);
__device__ float __powf(float x, float y);
__device__ float __fdividef(float x, float y);
__device__ float __saturatef(float x);
__device__ float __fmaf_rn(float x, float y, float z);
__device__ float __fadd_rn(float x, float y);
__device__ float __fmul_rn(float x, float y);
__device__ double __dadd_rn(double x, double y);
__device__ double __dmul_rn(double x, double y);

// Assertions and output.
__host__ __device__ void __sepal_assert(bool condition);
#define assert(condition) __sepal_assert(condition)
extern "C" __host__ __device__ int printf(const char *format, ...);

// The host.
enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2 };
typedef cudaError_t cudaError;
enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
cudaError_t cudaMalloc(void **address, size_t bytes);
template <typename T> cudaError_t cudaMalloc(T **address, size_t bytes);
template <typename T> cudaError_t cudaMallocHost(T **address, size_t bytes);
template <typename T> cudaError_t cudaMallocManaged(T **address, size_t bytes, unsigned int flags = 1);
cudaError_t cudaFree(void *address);
cudaError_t cudaFreeHost(void *address);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemset(void *to, int value, size_t bytes);
template <typename T>
cudaError_t cudaMemcpyToSymbol(const T &to, const void *from, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaThreadSynchronize();
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t error);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaDeviceReset();
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
extern "C" unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes = 0, void *stream = 0);
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t bytes = 0, cudaStream_t stream = 0);
extern "C" void *malloc(size_t bytes);
extern "C" void free(void *address);
extern "C" void exit(int status);
extern "C" void *memcpy(void *to, const void *from, size_t bytes);
extern "C" void *memset(void *to, int value, size_t bytes);
