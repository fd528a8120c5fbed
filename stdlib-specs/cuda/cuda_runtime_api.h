// <cuda_runtime_api.h>: every file of CUDA has these names.
