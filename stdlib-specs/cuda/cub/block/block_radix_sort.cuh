// <cub/block/block_radix_sort.cuh>: the names of CUB are in one file.
#pragma once
#include "../cub.cuh"
