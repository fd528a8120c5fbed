// <vector_types.h>: every file of CUDA has these names.
