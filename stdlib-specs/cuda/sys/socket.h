// The macros of <sys/socket.h>; functions and types are in the file that is included.
#include "../sepal_host.hpp"
#define AF_UNIX 1
#define SOCK_STREAM 1
