// The declarations with which clang reads CUDA C++: what CUDA gives to every file without an include. Sepal puts this
// file in front of each file of CUDA. Written from NVIDIA's guides and references, and not from NVIDIA's headers.
//
// Functions of the device have no bodies, except for those that make vectors: Sepal knows what it knows of them by name
// and type (syntax/src/c/lower/), and refuses all others. No function of the device is a template, so that its name and
// its type say which one a call means. Macros with values have exactly the values of the real headers, and are defined
// only where the real headers define them, since a program may ask whether they are defined.
#pragma once
#include "sepal_types.cuh"
#include "sepal_device.cuh"
#include "sepal_math.cuh"
#include "sepal_runtime.cuh"
#include "sepal_texture.cuh"
