// All threads write the variable outside of functions.
// race by two kernels threads via extern in helper
__device__ int g;
__device__ void put(int v) { extern __device__ int g; g = v; }
__global__ void k() { put(threadIdx.x); }
//! error c.unsupported 4:30:23
