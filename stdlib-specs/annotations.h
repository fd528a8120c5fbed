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
int __other_int(int value);
bool __other_bool(bool value);
#define __enabled() true
/* The other thread is always one of the same group. */
#define __same_group true
#define __implies(a, b) (!(a) || (b))
#define __ite(condition, a, b) ((condition) ? (a) : (b))
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
#define __exclusive(condition) (!((condition) && __other_bool(condition)))
/* Parameters point to different arrays anyway. */
#define __requires_fresh_array(p) ((void)0)
/* A barrier's contract says what holds at it. */
void __barrier_invariant_of(void);
#define __barrier_invariant(...) __barrier_invariant_of()
#define __barrier_invariant_1(...) __barrier_invariant_of()
#define __barrier_invariant_2(...) __barrier_invariant_of()
#define __barrier_invariant_3(...) __barrier_invariant_of()
#define __barrier_invariant_4(...) __barrier_invariant_of()
#define __barrier_invariant_binary(...) __barrier_invariant_of()
#define __barrier_invariant_binary_1(...) __barrier_invariant_of()
#define __barrier_invariant_binary_2(...) __barrier_invariant_of()
#define __barrier_invariant_binary_3(...) __barrier_invariant_of()
#define __barrier_invariant_binary_4(...) __barrier_invariant_of()
