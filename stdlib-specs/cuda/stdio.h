// The macros of <stdio.h>; functions and types are in the file that is included.
#include "sepal_host.hpp"
#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define BUFSIZ 8192
