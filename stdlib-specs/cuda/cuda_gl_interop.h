// <cuda_gl_interop.h>: memory that the host shares between CUDA and OpenGL. The kernels see pointers to it.
#pragma once
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
cudaError_t cudaGLSetGLDevice(int device);
cudaError_t cudaGLRegisterBufferObject(unsigned buffer);
cudaError_t cudaGLUnregisterBufferObject(unsigned buffer);
template <class _T> cudaError_t cudaGLMapBufferObject(_T **p, unsigned buffer);
cudaError_t cudaGLUnmapBufferObject(unsigned buffer);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource **resource, unsigned buffer, unsigned flags);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource *resource);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource **resources, cudaStream_t stream = 0);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource **resources, cudaStream_t stream = 0);
template <class _T>
cudaError_t cudaGraphicsResourceGetMappedPointer(_T **p, size_t *size, cudaGraphicsResource *resource);
