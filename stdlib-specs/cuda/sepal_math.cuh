// Functions of mathematics, of the device and of the host. The types are those of NVIDIA's references.
#pragma once
#pragma clang force_cuda_host_device begin

// The smaller and the larger of two values.
#define SEPAL_ORDER(R, T, U) \
    R min(T x, U y); \
    R max(T x, U y);
SEPAL_ORDER(int, int, int)
SEPAL_ORDER(unsigned int, unsigned int, unsigned int)
SEPAL_ORDER(unsigned int, int, unsigned int)
SEPAL_ORDER(unsigned int, unsigned int, int)
SEPAL_ORDER(long, long, long)
SEPAL_ORDER(unsigned long, unsigned long, unsigned long)
SEPAL_ORDER(unsigned long, long, unsigned long)
SEPAL_ORDER(unsigned long, unsigned long, long)
SEPAL_ORDER(long long, long long, long long)
SEPAL_ORDER(unsigned long long, unsigned long long, unsigned long long)
SEPAL_ORDER(unsigned long long, long long, unsigned long long)
SEPAL_ORDER(unsigned long long, unsigned long long, long long)
SEPAL_ORDER(float, float, float)
SEPAL_ORDER(double, double, double)
SEPAL_ORDER(double, float, double)
SEPAL_ORDER(double, double, float)
#undef SEPAL_ORDER
unsigned int umin(unsigned int x, unsigned int y);
unsigned int umax(unsigned int x, unsigned int y);
long long llmin(long long x, long long y);
long long llmax(long long x, long long y);
unsigned long long ullmin(unsigned long long x, unsigned long long y);
unsigned long long ullmax(unsigned long long x, unsigned long long y);
int abs(int x);
long abs(long x);
long long abs(long long x);
float abs(float x);
double abs(double x);
long labs(long x);
long long llabs(long long x);

// `SEPAL_INTEGERS(M, x)` is `M(x, int) M(x, unsigned int) ...`, with all types of integers that have functions of their
// own. `SEPAL_INNER` is the same with `float` and `double`, too: no macro can use itself.
#define SEPAL_INTEGERS(M, ...) \
    M(__VA_ARGS__, int) \
    M(__VA_ARGS__, unsigned int) \
    M(__VA_ARGS__, long) \
    M(__VA_ARGS__, unsigned long) \
    M(__VA_ARGS__, long long) \
    M(__VA_ARGS__, unsigned long long)
#define SEPAL_INNER(M, ...) \
    M(__VA_ARGS__, int) \
    M(__VA_ARGS__, unsigned int) \
    M(__VA_ARGS__, long) \
    M(__VA_ARGS__, unsigned long) \
    M(__VA_ARGS__, long long) \
    M(__VA_ARGS__, unsigned long long) \
    M(__VA_ARGS__, float) \
    M(__VA_ARGS__, double)

// `SEPAL_MATH1(sin)` declares `sin` of `float` and `double`, and `sinf`; `SEPAL_MIXED1(sin)` that of integers, too. As
// C++ says in [cmath.syn], operands are converted to `double` if one of them is an integer or a `double`.
#define SEPAL_MATH1(NAME) \
    double NAME(double x); \
    float NAME(float x); \
    float NAME##f(float x);
#define SEPAL_OF(NAME, A) double NAME(A x);
#define SEPAL_MIXED1(NAME) \
    SEPAL_MATH1(NAME) \
    SEPAL_INTEGERS(SEPAL_OF, NAME)
#define SEPAL_PAIR(NAME, A, B) double NAME(A x, B y);
#define SEPAL_PAIRS(NAME, A) SEPAL_INNER(SEPAL_PAIR, NAME, A)
#define SEPAL_MIXED2(NAME) \
    float NAME(float x, float y); \
    float NAME##f(float x, float y); \
    SEPAL_PAIR(NAME, float, double) \
    SEPAL_INTEGERS(SEPAL_PAIR, NAME, float) \
    SEPAL_PAIRS(NAME, double) \
    SEPAL_INTEGERS(SEPAL_PAIRS, NAME)
// Calls of functions of three operands with integers of two types are ambiguous here, which is an error.
#define SEPAL_TRIPLES(NAME, A, B, T) \
    double NAME(A x, B y, float z); \
    double NAME(A x, B y, double z); \
    double NAME(A x, B y, T z);
#define SEPAL_TRIPLES_OF(NAME, T) \
    SEPAL_TRIPLES(NAME, T, T, T) \
    SEPAL_TRIPLES(NAME, T, float, T) \
    SEPAL_TRIPLES(NAME, T, double, T) \
    SEPAL_TRIPLES(NAME, float, T, T) \
    SEPAL_TRIPLES(NAME, double, T, T) \
    double NAME(float x, float y, T z); \
    double NAME(float x, double y, T z); \
    double NAME(double x, float y, T z); \
    double NAME(double x, double y, T z);
#define SEPAL_MIXED3(NAME) \
    float NAME(float x, float y, float z); \
    float NAME##f(float x, float y, float z); \
    double NAME(float x, float y, double z); \
    double NAME(float x, double y, float z); \
    double NAME(float x, double y, double z); \
    double NAME(double x, float y, float z); \
    double NAME(double x, float y, double z); \
    double NAME(double x, double y, float z); \
    double NAME(double x, double y, double z); \
    SEPAL_INTEGERS(SEPAL_TRIPLES_OF, NAME)
// A number, and an exponent of 2 that is always an `int`.
#define SEPAL_SCALED_OF(NAME, A) double NAME(A x, int exponent);
#define SEPAL_SCALED(NAME) \
    float NAME(float x, int exponent); \
    float NAME##f(float x, int exponent); \
    double NAME(double x, int exponent); \
    SEPAL_INTEGERS(SEPAL_SCALED_OF, NAME)
SEPAL_MIXED1(acos)
SEPAL_MIXED1(acosh)
SEPAL_MIXED1(asin)
SEPAL_MIXED1(asinh)
SEPAL_MIXED1(atan)
SEPAL_MIXED1(atanh)
SEPAL_MIXED1(cbrt)
SEPAL_MIXED1(ceil)
SEPAL_MIXED1(cos)
SEPAL_MIXED1(cosh)
SEPAL_MATH1(cospi)
SEPAL_MIXED1(erf)
SEPAL_MIXED1(erfc)
SEPAL_MATH1(erfcinv)
SEPAL_MATH1(erfcx)
SEPAL_MATH1(erfinv)
SEPAL_MIXED1(exp)
SEPAL_MATH1(exp10)
SEPAL_MIXED1(exp2)
SEPAL_MIXED1(expm1)
SEPAL_MIXED1(fabs)
SEPAL_MIXED1(floor)
SEPAL_MIXED1(lgamma)
SEPAL_MIXED1(log)
SEPAL_MIXED1(log10)
SEPAL_MIXED1(log1p)
SEPAL_MIXED1(log2)
SEPAL_MIXED1(logb)
SEPAL_MIXED1(nearbyint)
SEPAL_MATH1(normcdf)
SEPAL_MATH1(normcdfinv)
SEPAL_MATH1(rcbrt)
SEPAL_MIXED1(rint)
SEPAL_MIXED1(round)
SEPAL_MATH1(rsqrt)
SEPAL_MIXED1(sin)
SEPAL_MIXED1(sinh)
SEPAL_MATH1(sinpi)
SEPAL_MIXED1(sqrt)
SEPAL_MIXED1(tan)
SEPAL_MIXED1(tanh)
SEPAL_MIXED1(tgamma)
SEPAL_MIXED1(trunc)
SEPAL_MIXED2(atan2)
SEPAL_MIXED2(copysign)
SEPAL_MIXED2(fdim)
SEPAL_MIXED2(fmax)
SEPAL_MIXED2(fmin)
SEPAL_MIXED2(fmod)
SEPAL_MIXED2(hypot)
SEPAL_MIXED2(nextafter)
SEPAL_MIXED2(pow)
SEPAL_MIXED2(remainder)
SEPAL_SCALED(ldexp)
SEPAL_SCALED(scalbn)
SEPAL_MIXED3(fma)
#undef SEPAL_INTEGERS
#undef SEPAL_INNER
#undef SEPAL_MATH1
#undef SEPAL_OF
#undef SEPAL_MIXED1
#undef SEPAL_PAIR
#undef SEPAL_PAIRS
#undef SEPAL_MIXED2
#undef SEPAL_TRIPLES
#undef SEPAL_TRIPLES_OF
#undef SEPAL_MIXED3
#undef SEPAL_SCALED_OF
#undef SEPAL_SCALED

// More than two operands, other results, and several results.
float fdividef(float x, float y);
float saturate(float x);
float rhypotf(float x, float y);
double rhypot(double x, double y);
float norm3df(float x, float y, float z);
double norm3d(double x, double y, double z);
float rnorm3df(float x, float y, float z);
double rnorm3d(double x, double y, double z);
void sincos(double x, double *sine, double *cosine);
void sincos(float x, float *sine, float *cosine);
void sincosf(float x, float *sine, float *cosine);
void sincospi(double x, double *sine, double *cosine);
void sincospif(float x, float *sine, float *cosine);
double modf(double x, double *whole);
float modf(float x, float *whole);
float modff(float x, float *whole);
double frexp(double x, int *exponent);
float frexp(float x, int *exponent);
float frexpf(float x, int *exponent);
int ilogb(double x);
int ilogbf(float x);
long lround(double x);
long lroundf(float x);
long lrint(double x);
long lrintf(float x);
long long llround(double x);
long long llroundf(float x);
long long llrint(double x);
long long llrintf(float x);
double nan(const char *tag);
float nanf(const char *tag);
double j0(double x);
double j1(double x);
double y0(double x);
double y1(double x);
float j0f(float x);
float j1f(float x);
double jn(int n, double x);
#define SEPAL_ASKS(NAME) \
    bool NAME(double x); \
    bool NAME(float x); \
    bool NAME(int x); \
    bool NAME(unsigned int x); \
    bool NAME(long x); \
    bool NAME(unsigned long x); \
    bool NAME(long long x); \
    bool NAME(unsigned long long x);
SEPAL_ASKS(isnan)
SEPAL_ASKS(isinf)
SEPAL_ASKS(isfinite)
SEPAL_ASKS(signbit)
#undef SEPAL_ASKS

// Functions of the hardware, whose results are less exact.
float __sinf(float x);
float __cosf(float x);
float __tanf(float x);
float __expf(float x);
float __exp10f(float x);
float __logf(float x);
float __log2f(float x);
float __log10f(float x);
float __powf(float x, float y);
float __fdividef(float x, float y);
float __saturatef(float x);
void __sincosf(float x, float *sine, float *cosine);

// Arithmetic and conversions with a stated rounding: `rn` to nearest, `rz` to zero, `ru` up, `rd` down.
#define SEPAL_ROUNDED(R) \
    float __fadd_##R(float x, float y); \
    float __fsub_##R(float x, float y); \
    float __fmul_##R(float x, float y); \
    float __fdiv_##R(float x, float y); \
    float __fmaf_##R(float x, float y, float z); \
    float __frcp_##R(float x); \
    float __fsqrt_##R(float x); \
    double __dadd_##R(double x, double y); \
    double __dsub_##R(double x, double y); \
    double __dmul_##R(double x, double y); \
    double __ddiv_##R(double x, double y); \
    double __fma_##R(double x, double y, double z); \
    double __drcp_##R(double x); \
    double __dsqrt_##R(double x); \
    int __float2int_##R(float x); \
    unsigned int __float2uint_##R(float x); \
    long long __float2ll_##R(float x); \
    unsigned long long __float2ull_##R(float x); \
    int __double2int_##R(double x); \
    unsigned int __double2uint_##R(double x); \
    long long __double2ll_##R(double x); \
    unsigned long long __double2ull_##R(double x); \
    float __double2float_##R(double x); \
    float __int2float_##R(int x); \
    float __uint2float_##R(unsigned int x); \
    float __ll2float_##R(long long x); \
    float __ull2float_##R(unsigned long long x); \
    double __ll2double_##R(long long x); \
    double __ull2double_##R(unsigned long long x);
SEPAL_ROUNDED(rn)
SEPAL_ROUNDED(rz)
SEPAL_ROUNDED(ru)
SEPAL_ROUNDED(rd)
#undef SEPAL_ROUNDED
float __frsqrt_rn(float x);
double __int2double_rn(int x);
double __uint2double_rn(unsigned int x);

// The bits of one type, read as another.
int __float_as_int(float x);
unsigned int __float_as_uint(float x);
float __int_as_float(int x);
float __uint_as_float(unsigned int x);
long long __double_as_longlong(double x);
double __longlong_as_double(long long x);
int __double2hiint(double x);
int __double2loint(double x);
double __hiloint2double(int high, int low);
#pragma clang force_cuda_host_device end

// The same functions, in the namespace of C++.
namespace std {
using ::abs; using ::fabs; using ::sqrt; using ::cbrt; using ::pow; using ::exp; using ::exp2; using ::expm1;
using ::log; using ::log2; using ::log10; using ::log1p; using ::sin; using ::cos; using ::tan; using ::asin;
using ::acos; using ::atan; using ::atan2; using ::sinh; using ::cosh; using ::tanh; using ::floor; using ::ceil;
using ::round; using ::trunc; using ::rint; using ::nearbyint; using ::lround; using ::lrint; using ::fmod;
using ::fmin; using ::fmax; using ::fma; using ::hypot; using ::copysign; using ::erf; using ::erfc; using ::lgamma;
using ::tgamma; using ::ldexp; using ::frexp; using ::modf; using ::isnan; using ::isinf; using ::isfinite;
using ::signbit; using ::remainder; using ::nextafter; using ::sqrtf; using ::expf; using ::logf; using ::powf;
using ::fabsf; using ::fmaxf; using ::fminf; using ::floorf; using ::ceilf; using ::acosh; using ::asinh;
using ::atanh; using ::fdim; using ::logb; using ::scalbn; using ::ilogb; using ::llround; using ::llrint;
}
