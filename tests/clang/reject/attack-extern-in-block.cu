// A declaration of a variable outside of functions is no private variable.
__device__ int g;
__global__ void k() { extern __device__ int g; g = 1; 
//@ assert g == 1;
}
//! error c.unsupported 3:23:23
