// The macros of <time.h>; functions and types are in the file that is included.
#include "sepal_host.hpp"
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
