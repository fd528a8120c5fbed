// <sys/un.h>: the address of a socket of this machine.
#pragma once
#include "../sepal_host.hpp"
struct sockaddr_un { unsigned short sun_family; char sun_path[108]; };
