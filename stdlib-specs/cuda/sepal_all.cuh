// What every file of CUDA has, and the libraries of the host. Sepal precompiles this file for programs that include a
// header of the host, and `sepal_cuda.cuh` for all others.
#pragma once
#include "sepal_cuda.cuh"
#include "sepal_host.hpp"
