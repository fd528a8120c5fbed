// <sm_30_intrinsics.h>: every file of CUDA has these names.
