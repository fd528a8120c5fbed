// <cub/block/block_scan.cuh>: the names of CUB are in one file.
#pragma once
#include "../cub.cuh"
