// <cuda.h>: handles and results of the driver API. The runtime API comes with every file of CUDA.
#pragma once
#define CUDA_VERSION 12000
enum CUresult { CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_UNKNOWN = 999 };
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef unsigned long long CUdeviceptr;
// A number that the host makes for a texture, as the runtime API has it, too.
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
CUresult cuInit(unsigned flags);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetCount(int *count);
CUresult cuGetErrorString(CUresult error, const char **text);
CUresult cuGetErrorName(CUresult error, const char **text);
CUresult cuMemGetInfo(size_t *free, size_t *total);
