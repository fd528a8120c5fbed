// <cuda_bf16.h>: bfloat16. The type is one of the compiler's own, so that files with it can be parsed. Sepal refuses
// values of this type.
#pragma once
#pragma clang force_cuda_host_device begin
typedef sepal_bf16 nv_bfloat16;
typedef sepal_bf16 __nv_bfloat16;
struct alignas(4) nv_bfloat162 { sepal_bf16 x, y; };
typedef nv_bfloat162 __nv_bfloat162;
sepal_bf16 __float2bfloat16(float x);
sepal_bf16 __float2bfloat16_rn(float x);
float __bfloat162float(sepal_bf16 x);
nv_bfloat162 __float22bfloat162_rn(float2 x);
float2 __bfloat1622float2(nv_bfloat162 x);
#pragma clang force_cuda_host_device end
