// <unistd.h>: functions and types of the host are in one file.
#include "sepal_host.hpp"
#define _POSIX_VERSION 200809L
