// The macros of <sys/resource.h>; functions and types are in the file that is included.
#include "../sepal_host.hpp"
#define RUSAGE_SELF 0
#define RLIMIT_NOFILE 7
