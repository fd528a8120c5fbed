// The macros of <getopt.h>; functions and types are in the file that is included.
#include "sepal_host.hpp"
#define no_argument 0
#define required_argument 1
#define optional_argument 2
