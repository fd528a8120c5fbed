// <cub/block/block_exchange.cuh>: the names of CUB are in one file.
#pragma once
#include "../cub.cuh"
