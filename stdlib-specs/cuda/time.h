// <time.h>: every file of CUDA has its macros; functions of the host are in the file that is included.
#include "sepal_host.hpp"
