// <sm_35_intrinsics.h>: every file of CUDA has these names.
