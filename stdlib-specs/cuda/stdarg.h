// The macros of <stdarg.h>; functions and types are in the file that is included.
#include "sepal_host.hpp"
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, T) __builtin_va_arg(list, T)
#define va_copy(to, from) __builtin_va_copy(to, from)
