// <cub/block/block_load.cuh>: the names of CUB are in one file.
#pragma once
#include "../cub.cuh"
