// <sm_20_atomic_functions.h>: every file of CUDA has these names.
