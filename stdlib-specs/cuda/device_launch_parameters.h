// <device_launch_parameters.h>: every file of CUDA has these names.
