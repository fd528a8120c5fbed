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

// `SEPAL_MATH1(sin)` declares `sin` of `float` and `double`, and `sinf`; `SEPAL_INTEGERS1(sin)` declares `sin` of
// integers, which is that of `double`.
#define SEPAL_MATH1(NAME) \
    double NAME(double x); \
    float NAME(float x); \
    float NAME##f(float x);
#define SEPAL_INTEGERS1(NAME) \
    double NAME(int x); \
    double NAME(unsigned int x); \
    double NAME(long x); \
    double NAME(unsigned long x); \
    double NAME(long long x); \
    double NAME(unsigned long long x);
#define SEPAL_MATH2(NAME) \
    double NAME(double x, double y); \
    float NAME(float x, float y); \
    float NAME##f(float x, float y);
#define SEPAL_MIXED(NAME, T) \
    double NAME(T x, T y); \
    double NAME(double x, T y); \
    double NAME(T x, double y); \
    double NAME(float x, T y); \
    double NAME(T x, float y);
#define SEPAL_MIXED2(NAME) \
    double NAME(float x, double y); \
    double NAME(double x, float y); \
    SEPAL_MIXED(NAME, int) \
    SEPAL_MIXED(NAME, unsigned int) \
    SEPAL_MIXED(NAME, long) \
    SEPAL_MIXED(NAME, unsigned long)
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
SEPAL_MATH1(erfcinv)
SEPAL_MATH1(erfcx)
SEPAL_MATH1(erfinv)
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
SEPAL_MATH1(logb)
SEPAL_MATH1(nearbyint)
SEPAL_MATH1(normcdf)
SEPAL_MATH1(normcdfinv)
SEPAL_MATH1(rcbrt)
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
SEPAL_INTEGERS1(cbrt)
SEPAL_INTEGERS1(ceil)
SEPAL_INTEGERS1(cos)
SEPAL_INTEGERS1(exp)
SEPAL_INTEGERS1(exp2)
SEPAL_INTEGERS1(fabs)
SEPAL_INTEGERS1(floor)
SEPAL_INTEGERS1(log)
SEPAL_INTEGERS1(log10)
SEPAL_INTEGERS1(log2)
SEPAL_INTEGERS1(round)
SEPAL_INTEGERS1(sin)
SEPAL_INTEGERS1(sqrt)
SEPAL_INTEGERS1(tan)
SEPAL_MATH2(atan2)
SEPAL_MATH2(copysign)
SEPAL_MATH2(fdim)
SEPAL_MATH2(fmax)
SEPAL_MATH2(fmin)
SEPAL_MATH2(fmod)
SEPAL_MATH2(hypot)
SEPAL_MATH2(nextafter)
SEPAL_MATH2(pow)
SEPAL_MATH2(remainder)
SEPAL_MIXED2(atan2)
SEPAL_MIXED2(fmax)
SEPAL_MIXED2(fmin)
SEPAL_MIXED2(fmod)
double pow(float x, double y);
double pow(double x, float y);
double pow(double x, int y);
float pow(float x, int y);
double pow(int x, int y);
double pow(int x, double y);
double pow(int x, float y);
#undef SEPAL_MATH1
#undef SEPAL_INTEGERS1
#undef SEPAL_MATH2
#undef SEPAL_MIXED
#undef SEPAL_MIXED2

// More than two operands, other results, and several results.
double fma(double x, double y, double z);
float fma(float x, float y, float z);
float fmaf(float x, float y, float z);
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
double ldexp(double x, int exponent);
float ldexp(float x, int exponent);
float ldexpf(float x, int exponent);
double scalbn(double x, int exponent);
float scalbnf(float x, int exponent);
int ilogb(double x);
int ilogbf(float x);
long lround(double x);
long lround(float x);
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
bool isnan(double x);
bool isnan(float x);
bool isinf(double x);
bool isinf(float x);
bool isfinite(double x);
bool isfinite(float x);
bool signbit(double x);
bool signbit(float x);

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
using ::fabsf; using ::fmaxf; using ::fminf; using ::floorf; using ::ceilf;
}
