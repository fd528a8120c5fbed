// <cub/block/block_reduce.cuh>: the names of CUB are in one file.
#pragma once
#include "../cub.cuh"
