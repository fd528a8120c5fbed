// <cuda_fp16.h>: half precision. The type is one of the compiler's own, and not the class of CUDA, so that clang
// computes in it. Questions about types that have another answer for a class are errors (`SEPAL_KNOWN` in
// `sepal_std.hpp`). What the functions mean is said in `syntax/src/c/lower/halves.rs`.
#pragma once
#pragma clang force_cuda_host_device begin
typedef sepal_half half;
typedef sepal_half __half;
struct alignas(4) half2 {
  half x, y;
  half2() = default;
  __host__ __device__ constexpr half2(half x, half y) : x(x), y(y) {}
};
typedef half2 __half2;

// Conversions.
half __float2half(float x);
half __float2half_rn(float x);
half __double2half(double x);
half __int2half_rn(int x);
half __ushort_as_half(unsigned short x);
unsigned short __half_as_ushort(half x);
float __half2float(half x);
int __half2int_rn(half x);
half2 __float2half2_rn(float x);
half2 __floats2half2_rn(float x, float y);
half2 __float22half2_rn(float2 x);
float2 __half22float2(half2 x);
half2 __half2half2(half x);
half2 __halves2half2(half x, half y);
half2 make_half2(half x, half y);
half __low2half(half2 x);
half __high2half(half2 x);
float __low2float(half2 x);
float __high2float(half2 x);

// Arithmetic, comparisons and functions.
#define SEPAL_HALF(OP) half __h##OP(half x, half y); half2 __h##OP##2(half2 x, half2 y);
SEPAL_HALF(add)
SEPAL_HALF(sub)
SEPAL_HALF(mul)
SEPAL_HALF(div)
SEPAL_HALF(min)
SEPAL_HALF(max)
#undef SEPAL_HALF
half __hfma(half x, half y, half z);
half2 __hfma2(half2 x, half2 y, half2 z);
half __hneg(half x);
half2 __hneg2(half2 x);
half __habs(half x);
half2 __habs2(half2 x);
bool __hlt(half x, half y);
bool __hle(half x, half y);
bool __hgt(half x, half y);
bool __hge(half x, half y);
bool __heq(half x, half y);
bool __hne(half x, half y);
bool __hisnan(half x);
half hexp(half x);
half hlog(half x);
half hsqrt(half x);
half hrsqrt(half x);
half hrcp(half x);
half2 operator+(half2 x, half2 y);
half2 operator-(half2 x, half2 y);
half2 operator*(half2 x, half2 y);
half2 operator/(half2 x, half2 y);
#pragma clang force_cuda_host_device end
