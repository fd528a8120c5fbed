// The macros of <sys/stat.h>; functions and types are in the file that is included.
#include "../sepal_host.hpp"
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
