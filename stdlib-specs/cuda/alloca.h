// <alloca.h>: functions and types of the host are in one file.
#include "sepal_host.hpp"
