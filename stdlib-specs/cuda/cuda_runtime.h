// <cuda_runtime.h>: every file of CUDA has these names.
