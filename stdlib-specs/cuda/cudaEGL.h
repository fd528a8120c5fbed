// <cudaEGL.h>: streams of frames between CUDA and EGL, on the host.
#pragma once
#include "cuda.h"
#include "EGL/egl.h"
#include "EGL/eglext.h"
typedef struct CUeglStreamConnection_st *CUeglStreamConnection;
typedef struct CUgraphicsResource_st *CUgraphicsResource;
typedef struct CUarray_st *CUarray;
struct CUeglFrame {
  union { CUarray pArray[3]; void *pPitch[3]; } frame;
  unsigned width, height, depth, pitch, planeCount, numChannels;
  int frameType, eglColorFormat, cuFormat;
};
