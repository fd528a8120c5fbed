// <cuda_profiler_api.h>: the switches of the profiler.
#pragma once
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
