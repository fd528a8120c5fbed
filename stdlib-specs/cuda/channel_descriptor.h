// <channel_descriptor.h>: every file of CUDA has these names.
