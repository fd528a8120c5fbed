// The libraries of C and C++ for the host's side of a program. Every header of theirs includes this file.
#pragma once
#include "sepal_libc.hpp"
#include "sepal_std.hpp"
#include "sepal_containers.hpp"
#include "sepal_algorithms.hpp"
