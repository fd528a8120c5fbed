// <assert.h>. Like that of C, this file may be included again after `NDEBUG` has changed. Sepal includes the file in
// front of each file of CUDA, too: an assertion of device code is an obligation.
#undef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) __sepal_assert(static_cast<bool>(__VA_ARGS__))
#endif
