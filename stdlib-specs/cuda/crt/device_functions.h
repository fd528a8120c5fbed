// <crt/device_functions.h>: every file of CUDA has these names.
