// The library of C++: names of C's library, types about types, limits, and small functions, which programs compute
// while they are compiled. So their values are those of the real library, and what is not exact is left out.
#pragma once
extern "C++" {
namespace std {
using ::size_t; using ::ptrdiff_t; using ::nullptr_t; using ::FILE; using ::int8_t; using ::int16_t; using ::int32_t;
using ::int64_t; using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t; using ::uintptr_t;
using ::intptr_t; using ::printf; using ::fprintf; using ::sprintf; using ::snprintf; using ::fopen; using ::fclose;
using ::fflush; using ::fread; using ::fwrite; using ::fgets; using ::puts; using ::sscanf; using ::fscanf;
using ::malloc; using ::calloc; using ::realloc; using ::free; using ::exit; using ::abort; using ::rand;
using ::srand; using ::atoi; using ::atof; using ::atol; using ::strtol; using ::strtoul; using ::strtod;
using ::getenv; using ::qsort; using ::memcpy; using ::memset; using ::memmove; using ::memcmp; using ::strlen;
using ::strcmp; using ::strncmp; using ::strcpy; using ::strncpy; using ::strstr; using ::strchr; using ::strerror;
using ::time; using ::time_t; using ::clock; using ::clock_t; using ::localtime; using ::tm; using ::tolower;
using ::toupper; using ::isdigit; using ::isspace; using ::ferror; using ::getc; using ::ungetc; using ::isalpha;
using ::isalnum; using ::isupper; using ::va_list; using ::fseek; using ::ftell; using ::fgetc; using ::fputc;
using ::fputs; using ::vsnprintf; using ::vfprintf; using ::feof; using ::rewind; using ::remove; using ::perror;
using ::strcat; using ::strtok; using ::strrchr; using ::strtof; using ::system; using ::getchar; using ::putchar;
using ::scanf;

#pragma clang force_cuda_host_device begin
// Types about types, which kernels' templates use.
template <class _T, _T _V> struct integral_constant {
  static constexpr _T value = _V;
  typedef _T value_type;
  typedef integral_constant type;
  constexpr operator _T() const { return _V; }
  constexpr _T operator()() const { return _V; }
};
template <bool _B> using bool_constant = integral_constant<bool, _B>;
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;
template <bool _B, class _T = void> struct enable_if {};
template <class _T> struct enable_if<true, _T> { typedef _T type; };
template <bool _B, class _T = void> using enable_if_t = typename enable_if<_B, _T>::type;
template <bool _B, class _T, class _F> struct conditional { typedef _T type; };
template <class _T, class _F> struct conditional<false, _T, _F> { typedef _F type; };
template <bool _B, class _T, class _F> using conditional_t = typename conditional<_B, _T, _F>::type;
template <class...> using void_t = void;
// CUDA's floats of 16 bits are classes, and here they are types of the compiler: a question with another answer is an
// error, also where a program would take an error for an answer.
#define SEPAL_KNOWN(T) \
  static_assert(!__is_same(__remove_cv(T), sepal_half) && !__is_same(__remove_cv(T), sepal_bf16), \
                "a float of 16 bits is a class in CUDA, and Sepal does not know the answer for it");
#define SEPAL_TRAIT(NAME, ...) \
  template <class _T> struct NAME : bool_constant<__VA_ARGS__> {}; \
  template <class _T> inline constexpr bool NAME##_v = NAME<_T>::value;
#define SEPAL_TRAIT_KNOWN(NAME, ...) \
  template <class _T> struct NAME : bool_constant<__VA_ARGS__> { SEPAL_KNOWN(_T) }; \
  template <class _T> inline constexpr bool NAME##_v = NAME<_T>::value;
SEPAL_TRAIT(is_integral, __is_integral(_T))
SEPAL_TRAIT_KNOWN(is_floating_point, __is_floating_point(_T))
SEPAL_TRAIT_KNOWN(is_arithmetic, __is_arithmetic(_T))
SEPAL_TRAIT_KNOWN(is_signed, __is_signed(_T))
SEPAL_TRAIT(is_unsigned, __is_unsigned(_T))
SEPAL_TRAIT(is_enum, __is_enum(_T))
SEPAL_TRAIT_KNOWN(is_class, __is_class(_T))
SEPAL_TRAIT_KNOWN(is_pod, __is_pod(_T))
SEPAL_TRAIT_KNOWN(is_trivially_copyable, __is_trivially_copyable(_T))
SEPAL_TRAIT(is_pointer, __is_pointer(_T))
SEPAL_TRAIT(is_const, __is_const(_T))
SEPAL_TRAIT(is_void, __is_void(_T))
SEPAL_TRAIT_KNOWN(is_standard_layout, __is_standard_layout(_T))
#undef SEPAL_TRAIT
#undef SEPAL_TRAIT_KNOWN
#define SEPAL_TRAIT(NAME, ...) \
  template <class _T, class _U> struct NAME : bool_constant<__VA_ARGS__> {}; \
  template <class _T, class _U> inline constexpr bool NAME##_v = __VA_ARGS__;
SEPAL_TRAIT(is_same, __is_same(_T, _U))
#undef SEPAL_TRAIT
#define SEPAL_TRAIT(NAME, ...) \
  template <class _T, class _U> struct NAME : bool_constant<__VA_ARGS__> { SEPAL_KNOWN(_T) SEPAL_KNOWN(_U) }; \
  template <class _T, class _U> inline constexpr bool NAME##_v = NAME<_T, _U>::value;
SEPAL_TRAIT(is_base_of, __is_base_of(_T, _U))
SEPAL_TRAIT(is_convertible, __is_convertible(_T, _U))
#undef SEPAL_TRAIT
#define SEPAL_TRAIT(NAME) \
  template <class _T> struct NAME { typedef __##NAME(_T) type; }; \
  template <class _T> using NAME##_t = __##NAME(_T);
SEPAL_TRAIT(remove_const)
SEPAL_TRAIT(remove_volatile)
SEPAL_TRAIT(remove_cv)
SEPAL_TRAIT(remove_cvref)
SEPAL_TRAIT(remove_pointer)
SEPAL_TRAIT(remove_extent)
SEPAL_TRAIT(decay)
SEPAL_TRAIT(make_unsigned)
SEPAL_TRAIT(make_signed)
SEPAL_TRAIT(underlying_type)
SEPAL_TRAIT(add_pointer)
#undef SEPAL_TRAIT
template <class _T> struct remove_reference { typedef __remove_reference_t(_T) type; };
template <class _T> using remove_reference_t = __remove_reference_t(_T);
template <class _T> _T &&declval() noexcept;
template <class _F, class... _A> using invoke_result_t = decltype(declval<_F>()(declval<_A>()...));
template <class... _T> struct common_type;
template <class _T> struct common_type<_T, _T> { typedef __decay(_T) type; };
template <class _T, class _U> struct common_type<_T, _U> {
  SEPAL_KNOWN(_T) SEPAL_KNOWN(_U)
  typedef __decay(decltype(true ? declval<_T>() : declval<_U>())) type;
};
template <class... _T> using common_type_t = typename common_type<_T...>::type;

// Small functions that kernels use too.
template <class _T> constexpr remove_reference_t<_T> &&move(_T &&x) noexcept { return (remove_reference_t<_T> &&)x; }
template <class _T> constexpr _T &&forward(remove_reference_t<_T> &x) noexcept { return (_T &&)x; }
template <class _T> constexpr const _T &min(const _T &x, const _T &y) { return y < x ? y : x; }
template <class _T> constexpr const _T &max(const _T &x, const _T &y) { return x < y ? y : x; }
template <class _T, class _F> constexpr const _T &min(const _T &x, const _T &y, _F less) { return less(y, x) ? y : x; }
template <class _T, class _F> constexpr const _T &max(const _T &x, const _T &y, _F less) { return less(x, y) ? y : x; }
template <class _T> constexpr const _T &clamp(const _T &x, const _T &low, const _T &high) {
  return x < low ? low : high < x ? high : x;
}
template <class _A, class _R> struct unary_function { typedef _A argument_type; typedef _R result_type; };
template <class _A, class _B, class _R> struct binary_function {
  typedef _A first_argument_type; typedef _B second_argument_type; typedef _R result_type;
};
template <class _T> constexpr void swap(_T &x, _T &y) { _T t = x; x = y; y = t; }
template <class _T> struct numeric_limits { static constexpr bool is_specialized = false; };
template <class _T> struct numeric_limits<const _T> : numeric_limits<_T> {};
#define SEPAL_LIMITS(_T, INTEGER, SIGNED, BITS, DIGITS, LEAST, LOWEST, GREATEST) \
  template <> struct numeric_limits<_T> { \
    static constexpr bool is_specialized = true, is_integer = INTEGER, is_exact = INTEGER, is_signed = SIGNED; \
    static constexpr bool has_infinity = !INTEGER, has_quiet_NaN = !INTEGER; \
    static constexpr int digits = BITS, digits10 = DIGITS; \
    static constexpr _T min() noexcept { return LEAST; } \
    static constexpr _T lowest() noexcept { return LOWEST; } \
    static constexpr _T max() noexcept { return GREATEST; }
#define SEPAL_INTEGER(_T, SIGNED, BITS, DIGITS, LEAST, GREATEST) \
  SEPAL_LIMITS(_T, true, SIGNED, BITS, DIGITS, LEAST, LEAST, GREATEST) };
#define SEPAL_FLOAT(_T, _P, SHORT) \
  SEPAL_LIMITS(_T, false, true, __##_P##_MANT_DIG__, __##_P##_DIG__, __##_P##_MIN__, -__##_P##_MAX__, __##_P##_MAX__) \
    static constexpr int max_digits10 = __##_P##_DECIMAL_DIG__; \
    static constexpr _T epsilon() noexcept { return __##_P##_EPSILON__; } \
    static constexpr _T denorm_min() noexcept { return __##_P##_DENORM_MIN__; } \
    static constexpr _T infinity() noexcept { return __builtin_inf##SHORT(); } \
    static constexpr _T quiet_NaN() noexcept { return __builtin_nan##SHORT(""); } \
  };
SEPAL_INTEGER(bool, false, 1, 0, false, true)
SEPAL_INTEGER(char, true, 7, 2, CHAR_MIN, CHAR_MAX)
SEPAL_INTEGER(signed char, true, 7, 2, SCHAR_MIN, SCHAR_MAX)
SEPAL_INTEGER(unsigned char, false, 8, 2, 0, UCHAR_MAX)
SEPAL_INTEGER(short, true, 15, 4, SHRT_MIN, SHRT_MAX)
SEPAL_INTEGER(unsigned short, false, 16, 4, 0, USHRT_MAX)
SEPAL_INTEGER(int, true, 31, 9, INT_MIN, INT_MAX)
SEPAL_INTEGER(unsigned int, false, 32, 9, 0, UINT_MAX)
SEPAL_INTEGER(long, true, 63, 18, LONG_MIN, LONG_MAX)
SEPAL_INTEGER(unsigned long, false, 64, 19, 0, ULONG_MAX)
SEPAL_INTEGER(long long, true, 63, 18, LLONG_MIN, LLONG_MAX)
SEPAL_INTEGER(unsigned long long, false, 64, 19, 0, ULLONG_MAX)
SEPAL_FLOAT(float, FLT, f)
SEPAL_FLOAT(double, DBL, )
#undef SEPAL_LIMITS
#undef SEPAL_INTEGER
#undef SEPAL_FLOAT
template <class _T> class initializer_list {
  const _T *first;
  size_t count;
public:
  typedef _T value_type;
  constexpr size_t size() const { return count; }
  constexpr const _T *begin() const { return first; }
  constexpr const _T *end() const { return first + count; }
};
template <class _T, class _U> struct pair {
  typedef _T first_type;
  typedef _U second_type;
  _T first;
  _U second;
  constexpr pair() : first(), second() {}
  constexpr pair(const _T &x, const _U &y) : first(x), second(y) {}
  template <class _V, class _W> constexpr pair(const pair<_V, _W> &o) : first(o.first), second(o.second) {}
  bool operator<(const pair &o) const;
  bool operator==(const pair &o) const;
  bool operator!=(const pair &o) const;
};
template <class _T, class _U> constexpr pair<_T, _U> make_pair(_T x, _U y) { return pair<_T, _U>(x, y); }
template <class _T, size_t _N> struct array {
  _T sepal_data[_N];
  typedef _T value_type;
  constexpr _T &operator[](size_t i) { return sepal_data[i]; }
  constexpr const _T &operator[](size_t i) const { return sepal_data[i]; }
  constexpr _T *data() { return sepal_data; }
  constexpr const _T *data() const { return sepal_data; }
  constexpr size_t size() const { return _N; }
  constexpr _T *begin() { return sepal_data; }
  constexpr _T *end() { return sepal_data + _N; }
  constexpr const _T *begin() const { return sepal_data; }
  constexpr const _T *end() const { return sepal_data + _N; }
  void fill(const _T &x);
};
#define SEPAL_OPERATION(NAME, _R, EXPRESSION) \
  template <class _T = void> struct NAME { \
    constexpr _R operator()(const _T &x, const _T &y) const { return EXPRESSION; } \
  }; \
  template <> struct NAME<void> { \
    template <class _T> constexpr auto operator()(_T x, _T y) const { return EXPRESSION; } \
  };
SEPAL_OPERATION(plus, _T, x + y)
SEPAL_OPERATION(minus, _T, x - y)
SEPAL_OPERATION(multiplies, _T, x * y)
SEPAL_OPERATION(less, bool, x < y)
SEPAL_OPERATION(greater, bool, y < x)
SEPAL_OPERATION(equal_to, bool, x == y)
#undef SEPAL_OPERATION
#pragma clang force_cuda_host_device end
}
}
