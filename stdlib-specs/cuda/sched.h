// The macros of <sched.h>; functions and types are in the file that is included.
#include "sepal_host.hpp"
#define SCHED_FIFO 1
