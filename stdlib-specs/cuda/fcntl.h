// The macros of <fcntl.h>; functions and types are in the file that is included.
#include "sepal_host.hpp"
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_TRUNC 01000
