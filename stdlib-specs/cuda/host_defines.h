// <host_defines.h>: every file of CUDA has these names.
