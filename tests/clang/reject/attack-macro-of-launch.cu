// A macro hides a variable of the launch.
#define threadIdx blockIdx
__global__ void k() { int r = threadIdx.x;
//@ assert r == gid && threadIdx.x == lid;
}
//! error c.annotation 4:24:9
