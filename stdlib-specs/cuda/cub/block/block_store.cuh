// <cub/block/block_store.cuh>: the names of CUB are in one file.
#pragma once
#include "../cub.cuh"
