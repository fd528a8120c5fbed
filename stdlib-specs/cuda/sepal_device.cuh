// Functions of the device about threads, memory and bits. The types are those of NVIDIA's references.
#pragma once

// Barriers and fences. The compiler knows `__syncthreads` as a function of the device only.
__device__ void __syncthreads();
#pragma clang force_cuda_host_device begin
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
void __syncwarp(unsigned int mask = 0xffffffffu);
void __threadfence();
void __threadfence_block();
void __threadfence_system();
void __nanosleep(unsigned int nanoseconds);
void __trap();
void __brkpt();
void __prof_trigger(int counter);

// Votes of a warp.
int __all_sync(unsigned int mask, int predicate);
int __any_sync(unsigned int mask, int predicate);
int __uni_sync(unsigned int mask, int predicate);
unsigned int __ballot_sync(unsigned int mask, int predicate);
int __all(int predicate);
int __any(int predicate);
unsigned int __ballot(int predicate);
unsigned int __activemask();

// Exchanges in a warp. The names without `_sync` are those of earlier versions of CUDA.
#define SEPAL_WARP(T) \
    T __shfl_sync(unsigned int mask, T value, int lane, int width = 32); \
    T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32); \
    T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32); \
    T __shfl_xor_sync(unsigned int mask, T value, int lanes, int width = 32); \
    T __shfl(T value, int lane, int width = 32); \
    T __shfl_up(T value, unsigned int delta, int width = 32); \
    T __shfl_down(T value, unsigned int delta, int width = 32); \
    T __shfl_xor(T value, int lanes, int width = 32); \
    unsigned int __match_any_sync(unsigned int mask, T value); \
    unsigned int __match_all_sync(unsigned int mask, T value, int *predicate);
SEPAL_WARP(int)
SEPAL_WARP(unsigned int)
SEPAL_WARP(long)
SEPAL_WARP(unsigned long)
SEPAL_WARP(long long)
SEPAL_WARP(unsigned long long)
SEPAL_WARP(float)
SEPAL_WARP(double)
#undef SEPAL_WARP
int __reduce_add_sync(unsigned int mask, int value);
unsigned int __reduce_add_sync(unsigned int mask, unsigned int value);
int __reduce_min_sync(unsigned int mask, int value);
unsigned int __reduce_min_sync(unsigned int mask, unsigned int value);
int __reduce_max_sync(unsigned int mask, int value);
unsigned int __reduce_max_sync(unsigned int mask, unsigned int value);
unsigned int __reduce_and_sync(unsigned int mask, unsigned int value);
unsigned int __reduce_or_sync(unsigned int mask, unsigned int value);
unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value);

// Atomic operations: for the device, for a block, and for the whole system.
#define SEPAL_ATOMIC(NAME, T) \
    T NAME(T *address, T value); \
    T NAME##_block(T *address, T value); \
    T NAME##_system(T *address, T value);
#define SEPAL_ATOMIC_CAS(T) \
    T atomicCAS(T *address, T compare, T value); \
    T atomicCAS_block(T *address, T compare, T value); \
    T atomicCAS_system(T *address, T compare, T value);
SEPAL_ATOMIC(atomicAdd, int)
SEPAL_ATOMIC(atomicAdd, unsigned int)
SEPAL_ATOMIC(atomicAdd, unsigned long long)
SEPAL_ATOMIC(atomicAdd, float)
SEPAL_ATOMIC(atomicAdd, double)
SEPAL_ATOMIC(atomicSub, int)
SEPAL_ATOMIC(atomicSub, unsigned int)
SEPAL_ATOMIC(atomicExch, int)
SEPAL_ATOMIC(atomicExch, unsigned int)
SEPAL_ATOMIC(atomicExch, unsigned long long)
SEPAL_ATOMIC(atomicExch, float)
SEPAL_ATOMIC(atomicMin, int)
SEPAL_ATOMIC(atomicMin, unsigned int)
SEPAL_ATOMIC(atomicMin, long long)
SEPAL_ATOMIC(atomicMin, unsigned long long)
SEPAL_ATOMIC(atomicMax, int)
SEPAL_ATOMIC(atomicMax, unsigned int)
SEPAL_ATOMIC(atomicMax, long long)
SEPAL_ATOMIC(atomicMax, unsigned long long)
SEPAL_ATOMIC(atomicInc, unsigned int)
SEPAL_ATOMIC(atomicDec, unsigned int)
SEPAL_ATOMIC(atomicAnd, int)
SEPAL_ATOMIC(atomicAnd, unsigned int)
SEPAL_ATOMIC(atomicAnd, unsigned long long)
SEPAL_ATOMIC(atomicOr, int)
SEPAL_ATOMIC(atomicOr, unsigned int)
SEPAL_ATOMIC(atomicOr, unsigned long long)
SEPAL_ATOMIC(atomicXor, int)
SEPAL_ATOMIC(atomicXor, unsigned int)
SEPAL_ATOMIC(atomicXor, unsigned long long)
SEPAL_ATOMIC_CAS(int)
SEPAL_ATOMIC_CAS(unsigned int)
SEPAL_ATOMIC_CAS(unsigned long long)
SEPAL_ATOMIC_CAS(unsigned short)
#undef SEPAL_ATOMIC
#undef SEPAL_ATOMIC_CAS

// Accesses with a hint for the cache.
#define SEPAL_ACCESS(T) \
    T __ldg(const T *address);
#define SEPAL_CACHED(T) \
    SEPAL_ACCESS(T) \
    T __ldca(const T *address); \
    T __ldcg(const T *address); \
    T __ldcs(const T *address); \
    T __ldcv(const T *address); \
    void __stcg(T *address, T value); \
    void __stcs(T *address, T value);
SEPAL_CACHED(int)
SEPAL_CACHED(unsigned int)
SEPAL_CACHED(long long)
SEPAL_CACHED(unsigned long long)
SEPAL_CACHED(float)
SEPAL_CACHED(double)
SEPAL_CACHED(float2)
SEPAL_CACHED(float4)
SEPAL_ACCESS(char)
SEPAL_ACCESS(signed char)
SEPAL_ACCESS(unsigned char)
SEPAL_ACCESS(short)
SEPAL_ACCESS(unsigned short)
SEPAL_ACCESS(long)
SEPAL_ACCESS(unsigned long)
SEPAL_ACCESS(char2)
SEPAL_ACCESS(char4)
SEPAL_ACCESS(uchar2)
SEPAL_ACCESS(uchar4)
SEPAL_ACCESS(short2)
SEPAL_ACCESS(short4)
SEPAL_ACCESS(ushort2)
SEPAL_ACCESS(ushort4)
SEPAL_ACCESS(int2)
SEPAL_ACCESS(int4)
SEPAL_ACCESS(uint2)
SEPAL_ACCESS(uint4)
SEPAL_ACCESS(longlong2)
SEPAL_ACCESS(ulonglong2)
SEPAL_ACCESS(double2)
#undef SEPAL_ACCESS
#undef SEPAL_CACHED

// Bits of integers.
int __popc(unsigned int x);
int __popcll(unsigned long long x);
int __clz(int x);
int __clzll(long long x);
int __ffs(int x);
int __ffsll(long long x);
unsigned int __brev(unsigned int x);
unsigned long long __brevll(unsigned long long x);
unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector);
unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift);
unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift);
unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift);
unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift);
unsigned int __fns(unsigned int mask, unsigned int base, int offset);

// Arithmetic of integers.
int __mul24(int x, int y);
unsigned int __umul24(unsigned int x, unsigned int y);
int __mulhi(int x, int y);
unsigned int __umulhi(unsigned int x, unsigned int y);
long long __mul64hi(long long x, long long y);
unsigned long long __umul64hi(unsigned long long x, unsigned long long y);
int mul24(int x, int y);
unsigned int umul24(unsigned int x, unsigned int y);
int mulhi(int x, int y);
unsigned int umulhi(unsigned int x, unsigned int y);
unsigned int __sad(int x, int y, unsigned int z);
unsigned int __usad(unsigned int x, unsigned int y, unsigned int z);
int __hadd(int x, int y);
int __rhadd(int x, int y);
unsigned int __uhadd(unsigned int x, unsigned int y);
unsigned int __urhadd(unsigned int x, unsigned int y);
int __dp4a(int x, int y, int z);
unsigned int __dp4a(unsigned int x, unsigned int y, unsigned int z);
#define SEPAL_SIMD(NAME) \
    unsigned int NAME##2(unsigned int x, unsigned int y); \
    unsigned int NAME##4(unsigned int x, unsigned int y);
SEPAL_SIMD(__vadd)
SEPAL_SIMD(__vsub)
SEPAL_SIMD(__vabsdiffu)
SEPAL_SIMD(__vsadu)
SEPAL_SIMD(__vmaxu)
SEPAL_SIMD(__vminu)
SEPAL_SIMD(__vmaxs)
SEPAL_SIMD(__vmins)
SEPAL_SIMD(__vcmpeq)
SEPAL_SIMD(__vcmpne)
#undef SEPAL_SIMD

// Kinds of memory behind a pointer, and the clock.
unsigned int __isGlobal(const void *address);
unsigned int __isShared(const void *address);
unsigned int __isConstant(const void *address);
unsigned int __isLocal(const void *address);
size_t __cvta_generic_to_shared(const void *address);
size_t __cvta_generic_to_global(const void *address);
typedef long clock_t;
clock_t clock();
long long clock64();

// Assertions, output, and memory. The macro `assert` is in assert.h, which is read behind this file.
void __sepal_assert(bool condition);
extern "C" int printf(const char *format, ...);
extern "C" void *malloc(size_t bytes);
extern "C" void free(void *address);
extern "C" void *memcpy(void *to, const void *from, size_t bytes);
extern "C" void *memset(void *to, int value, size_t bytes);
extern "C" void *memmove(void *to, const void *from, size_t bytes);
extern "C" int memcmp(const void *x, const void *y, size_t bytes);
void *operator new(size_t, void *address) noexcept;
void *operator new[](size_t, void *address) noexcept;
// Annotations as calls, by the names that users of GPUVerify know.
#include "../annotations.h"
bool __read(const volatile void *array);
bool __write(const volatile void *array);
size_t __read_offset_bytes(const volatile void *array);
size_t __write_offset_bytes(const volatile void *array);
void __reads_from(const volatile void *array);
void __writes_to(const volatile void *array);
int __ptr_base(const volatile void *pointer);
size_t __ptr_offset_bytes(const volatile void *pointer);
#pragma clang force_cuda_host_device end
