// The macros of <stddef.h>; functions and types are in the file that is included.
#include "sepal_host.hpp"
#define offsetof(T, member) __builtin_offsetof(T, member)
