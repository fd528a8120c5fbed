// <curand_kernel.h>: random numbers of the device. Sepal refuses them; the declarations let files with them be parsed.
#pragma once
#pragma clang force_cuda_host_device begin
struct alignas(8) curandStateXORWOW { unsigned sepal_state[12]; };
struct alignas(8) curandStateMRG32k3a { unsigned sepal_state[12]; };
struct alignas(16) curandStatePhilox4_32_10 { unsigned sepal_state[16]; };
struct curandStateSobol32 { unsigned sepal_state[35]; };
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateSobol32 curandStateSobol32_t;
template <class _S>
void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, _S *state);
template <class _S> unsigned curand(_S *state);
template <class _S> uint4 curand4(_S *state);
template <class _S> float curand_uniform(_S *state);
template <class _S> double curand_uniform_double(_S *state);
template <class _S> float4 curand_uniform4(_S *state);
template <class _S> float curand_normal(_S *state);
template <class _S> float2 curand_normal2(_S *state);
template <class _S> float4 curand_normal4(_S *state);
template <class _S> double curand_normal_double(_S *state);
template <class _S> float curand_log_normal(_S *state, float mean, float deviation);
template <class _S> unsigned curand_poisson(_S *state, double lambda);
template <class _S> void skipahead(unsigned long long count, _S *state);
#pragma clang force_cuda_host_device end
