// The macros of <stdint.h>; functions and types are in the file that is included.
#include "sepal_host.hpp"
#define INT8_MAX __INT8_MAX__
#define INT8_MIN (-__INT8_MAX__ - 1)
#define UINT8_MAX __UINT8_MAX__
#define INT16_MAX __INT16_MAX__
#define INT16_MIN (-__INT16_MAX__ - 1)
#define UINT16_MAX __UINT16_MAX__
#define INT32_MAX __INT32_MAX__
#define INT32_MIN (-__INT32_MAX__ - 1)
#define UINT32_MAX __UINT32_MAX__
#define INT64_MAX LONG_MAX
#define INT64_MIN LONG_MIN
#define UINT64_MAX ULONG_MAX
#define SIZE_MAX ULONG_MAX
#define INTPTR_MAX LONG_MAX
#define UINTPTR_MAX ULONG_MAX
#define INT32_C(x) x
#define UINT32_C(x) x##U
#define INT64_C(x) x##L
#define UINT64_C(x) x##UL
