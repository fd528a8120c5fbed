/* Annotations as calls, by the names that users of GPUVerify know: what OpenCL and CUDA have in common. The functions
 * about accesses take pointers, and each language declares these itself. */
void __requires(bool condition);
void __global_requires(bool condition);
void __ensures(bool condition);
void __global_ensures(bool condition);
void __invariant(bool condition);
void __global_invariant(bool condition);
void __assert(bool condition);
void __global_assert(bool condition);
void __assume(bool condition);
void __candidate_invariant(bool condition);
void __candidate_global_invariant(bool condition);
void __candidate_assert(bool condition);
void __candidate_global_assert(bool condition);
void __function_wide_invariant(bool condition);
void __function_wide_candidate_invariant(bool condition);
int __old_int(int value);
bool __old_bool(bool value);
int __return_val_int(void);
bool __return_val_bool(void);
int4 __return_val_int4(void);
int __other_int(int value);
bool __other_bool(bool value);
#define __enabled() true
/* An annotation is about threads that come to it, and so to all that dominates it. */
#define __dominator_enabled() true
/* Annotations read memory where they stand, and access nothing. */
#define __non_temporal_loads_begin() ((void)0)
#define __non_temporal_loads_end() ((void)0)
#define __unsafe_assert(condition) __assert(condition)
#define __unsafe_global_assert(condition) __global_assert(condition)
#define __unsafe_candidate_assert(condition) __candidate_assert(condition)
#define __unsafe_candidate_global_assert(condition) __candidate_global_assert(condition)
/* The other thread is always one of the same group. */
#define __same_group true
#define __implies(a, b) (!(a) || (b))
#define __ite(condition, a, b) ((condition) ? (a) : (b))
#define __ite_char(condition, a, b) __ite(condition, (char)(a), (char)(b))
#define __ite_short(condition, a, b) __ite(condition, (short)(a), (short)(b))
#define __ite_int(condition, a, b) __ite(condition, (int)(a), (int)(b))
#define __ite_long(condition, a, b) __ite(condition, (long)(a), (long)(b))
#define __ite_unsigned_char(condition, a, b) __ite(condition, (unsigned char)(a), (unsigned char)(b))
#define __ite_unsigned_short(condition, a, b) __ite(condition, (unsigned short)(a), (unsigned short)(b))
#define __ite_unsigned_int(condition, a, b) __ite(condition, (unsigned int)(a), (unsigned int)(b))
#define __ite_unsigned_long(condition, a, b) __ite(condition, (unsigned long)(a), (unsigned long)(b))
#define __add(a, b) ((a) + (b))
#define __add_char(a, b) ((char)((char)(a) + (char)(b)))
#define __add_short(a, b) ((short)((short)(a) + (short)(b)))
#define __add_int(a, b) ((int)(a) + (int)(b))
#define __add_long(a, b) ((long)(a) + (long)(b))
#define __add_unsigned_char(a, b) ((unsigned char)((unsigned char)(a) + (unsigned char)(b)))
#define __add_unsigned_short(a, b) ((unsigned short)((unsigned short)(a) + (unsigned short)(b)))
#define __add_unsigned_int(a, b) ((unsigned int)(a) + (unsigned int)(b))
#define __add_unsigned_long(a, b) ((unsigned long)(a) + (unsigned long)(b))
#define __is_pow2(x) (((x) & ((x) - 1)) == 0)
#define __mod_pow2(x, y) (((y) - 1) & (x))
#define __no_read(p) (!__read(p))
#define __no_write(p) (!__write(p))
#define __read_implies(p, condition) __implies(__read(p), condition)
#define __write_implies(p, condition) __implies(__write(p), condition)
#define __uniform_int(x) ((x) == __other_int(x))
#define __uniform_bool(x) ((x) == __other_bool(x))
#define __distinct_int(x) ((x) != __other_int(x))
#define __distinct_bool(x) ((x) != __other_bool(x))
/* The address of an array is a number that no other array has. */
typedef int ptr_base_t;
#define __other_ptr_base(x) __other_int(x)
#define __uniform_ptr_base(x) ((x) == __other_int(x))
#define __distinct_ptr_base(x) ((x) != __other_int(x))
#define __exclusive(condition) (!((condition) && __other_bool(condition)))
/* Parameters point to different arrays anyway. */
#define __requires_fresh_array(p) ((void)0)
/* A read of which only a barrier invariant makes use. */
#define __read_permission(type, x)                                                                                     \
  {                                                                                                                    \
    type __read_permission_temp = (x);                                                                                 \
    (void)__read_permission_temp;                                                                                      \
  }
/* Functions of which nothing is known but that equal arguments give equal results. */
#ifdef __CUDA__
#define __SEPAL_DEVICE __attribute__((device))
#else
#define __SEPAL_DEVICE
#endif
#define DECLARE_UF_UNARY(name, first, result)                                                                          \
  __SEPAL_DEVICE result __uninterpreted_function_##name(first);                                                        \
  __SEPAL_DEVICE static inline result name(first x) { return __uninterpreted_function_##name(x); }
#define DECLARE_UF_BINARY(name, first, second, result)                                                                 \
  __SEPAL_DEVICE result __uninterpreted_function_##name(first, second);                                                \
  __SEPAL_DEVICE static inline result name(first x, second y) { return __uninterpreted_function_##name(x, y); }
/* What nobody proves outside of functions. */
#define __axiom(condition) _Static_assert(0, "Sepal takes no axioms: write __assume where the kernel needs one");
/* Whether a sum of up to 20 numbers is a value of their type; and the sum of two numbers, where an annotation demands
 * that it is a value of their type. */
#define __SEPAL_5(T) T, T, T, T, T
#define __SEPAL_10(T) __SEPAL_5(T), __SEPAL_5(T)
#define __SEPAL_SUMS(T, name) \
  bool __add_noovfl_unsigned_##name##_1(T); \
  bool __add_noovfl_unsigned_##name##_2(T, T); \
  bool __add_noovfl_unsigned_##name##_3(T, T, T); \
  bool __add_noovfl_unsigned_##name##_4(T, T, T, T); \
  bool __add_noovfl_unsigned_##name##_5(__SEPAL_5(T)); \
  bool __add_noovfl_unsigned_##name##_6(__SEPAL_5(T), T); \
  bool __add_noovfl_unsigned_##name##_7(__SEPAL_5(T), T, T); \
  bool __add_noovfl_unsigned_##name##_8(__SEPAL_5(T), T, T, T); \
  bool __add_noovfl_unsigned_##name##_9(__SEPAL_5(T), T, T, T, T); \
  bool __add_noovfl_unsigned_##name##_10(__SEPAL_10(T)); \
  bool __add_noovfl_unsigned_##name##_11(__SEPAL_10(T), T); \
  bool __add_noovfl_unsigned_##name##_12(__SEPAL_10(T), T, T); \
  bool __add_noovfl_unsigned_##name##_13(__SEPAL_10(T), T, T, T); \
  bool __add_noovfl_unsigned_##name##_14(__SEPAL_10(T), T, T, T, T); \
  bool __add_noovfl_unsigned_##name##_15(__SEPAL_10(T), __SEPAL_5(T)); \
  bool __add_noovfl_unsigned_##name##_16(__SEPAL_10(T), __SEPAL_5(T), T); \
  bool __add_noovfl_unsigned_##name##_17(__SEPAL_10(T), __SEPAL_5(T), T, T); \
  bool __add_noovfl_unsigned_##name##_18(__SEPAL_10(T), __SEPAL_5(T), T, T, T); \
  bool __add_noovfl_unsigned_##name##_19(__SEPAL_10(T), __SEPAL_5(T), T, T, T, T); \
  bool __add_noovfl_unsigned_##name##_20(__SEPAL_10(T), __SEPAL_10(T)); \
  T __add_noovfl_unsigned_##name(T, T);
__SEPAL_SUMS(unsigned char, char)
__SEPAL_SUMS(unsigned short, short)
__SEPAL_SUMS(unsigned int, int)
__SEPAL_SUMS(unsigned long, long)
char __add_noovfl_char(char, char);
short __add_noovfl_short(short, short);
int __add_noovfl_int(int, int);
long __add_noovfl_long(long, long);
#undef __SEPAL_SUMS
#undef __SEPAL_10
#undef __SEPAL_5
/* What holds at the barrier behind it, and the numbers of the threads for which that is needed behind the barrier: of
 * pairs of threads, if the condition is about two. */
#define __SEPAL_4 size_t, size_t, size_t, size_t
#define __SEPAL_8 __SEPAL_4, __SEPAL_4
void __barrier_invariant_0(bool);
void __barrier_invariant_1(bool, size_t);
void __barrier_invariant_2(bool, size_t, size_t);
void __barrier_invariant_3(bool, size_t, size_t, size_t);
void __barrier_invariant_4(bool, __SEPAL_4);
void __barrier_invariant_5(bool, __SEPAL_4, size_t);
void __barrier_invariant_6(bool, __SEPAL_4, size_t, size_t);
void __barrier_invariant_7(bool, __SEPAL_4, size_t, size_t, size_t);
void __barrier_invariant_8(bool, __SEPAL_8);
void __barrier_invariant_9(bool, __SEPAL_8, size_t);
void __barrier_invariant_10(bool, __SEPAL_8, size_t, size_t);
void __barrier_invariant_11(bool, __SEPAL_8, size_t, size_t, size_t);
void __barrier_invariant_12(bool, __SEPAL_8, __SEPAL_4);
void __barrier_invariant_13(bool, __SEPAL_8, __SEPAL_4, size_t);
void __barrier_invariant_14(bool, __SEPAL_8, __SEPAL_4, size_t, size_t);
void __barrier_invariant_15(bool, __SEPAL_8, __SEPAL_4, size_t, size_t, size_t);
void __barrier_invariant_16(bool, __SEPAL_8, __SEPAL_8);
void __barrier_invariant_17(bool, __SEPAL_8, __SEPAL_8, size_t);
void __barrier_invariant_18(bool, __SEPAL_8, __SEPAL_8, size_t, size_t);
void __barrier_invariant_19(bool, __SEPAL_8, __SEPAL_8, size_t, size_t, size_t);
void __barrier_invariant_20(bool, __SEPAL_8, __SEPAL_8, __SEPAL_4);
void __barrier_invariant_binary_0(bool);
void __barrier_invariant_binary_1(bool, size_t, size_t);
void __barrier_invariant_binary_2(bool, __SEPAL_4);
void __barrier_invariant_binary_3(bool, __SEPAL_4, size_t, size_t);
void __barrier_invariant_binary_4(bool, __SEPAL_8);
void __barrier_invariant_binary_5(bool, __SEPAL_8, size_t, size_t);
void __barrier_invariant_binary_6(bool, __SEPAL_8, __SEPAL_4);
void __barrier_invariant_binary_7(bool, __SEPAL_8, __SEPAL_4, size_t, size_t);
void __barrier_invariant_binary_8(bool, __SEPAL_8, __SEPAL_8);
void __barrier_invariant_binary_9(bool, __SEPAL_8, __SEPAL_8, size_t, size_t);
void __barrier_invariant_binary_10(bool, __SEPAL_8, __SEPAL_8, __SEPAL_4);
void __barrier_invariant_binary_11(bool, __SEPAL_8, __SEPAL_8, __SEPAL_4, size_t, size_t);
void __barrier_invariant_binary_12(bool, __SEPAL_8, __SEPAL_8, __SEPAL_8);
void __barrier_invariant_binary_13(bool, __SEPAL_8, __SEPAL_8, __SEPAL_8, size_t, size_t);
void __barrier_invariant_binary_14(bool, __SEPAL_8, __SEPAL_8, __SEPAL_8, __SEPAL_4);
void __barrier_invariant_binary_15(bool, __SEPAL_8, __SEPAL_8, __SEPAL_8, __SEPAL_4, size_t, size_t);
void __barrier_invariant_binary_16(bool, __SEPAL_8, __SEPAL_8, __SEPAL_8, __SEPAL_8);
void __barrier_invariant_binary_17(bool, __SEPAL_8, __SEPAL_8, __SEPAL_8, __SEPAL_8, size_t, size_t);
void __barrier_invariant_binary_18(bool, __SEPAL_8, __SEPAL_8, __SEPAL_8, __SEPAL_8, __SEPAL_4);
void __barrier_invariant_binary_19(bool, __SEPAL_8, __SEPAL_8, __SEPAL_8, __SEPAL_8, __SEPAL_4, size_t, size_t);
void __barrier_invariant_binary_20(bool, __SEPAL_8, __SEPAL_8, __SEPAL_8, __SEPAL_8, __SEPAL_8);
__attribute__((overloadable)) void __barrier_invariant(bool);
__attribute__((overloadable)) void __barrier_invariant(bool, size_t);
__attribute__((overloadable)) void __barrier_invariant(bool, size_t, size_t);
__attribute__((overloadable)) void __barrier_invariant(bool, size_t, size_t, size_t);
__attribute__((overloadable)) void __barrier_invariant(bool, __SEPAL_4);
__attribute__((overloadable)) void __barrier_invariant_binary(bool);
__attribute__((overloadable)) void __barrier_invariant_binary(bool, size_t, size_t);
__attribute__((overloadable)) void __barrier_invariant_binary(bool, __SEPAL_4);
#undef __SEPAL_4
#undef __SEPAL_8
