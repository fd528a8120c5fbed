// A function of the user with a name of OpenCL is that function.
__device__ int get_global_id(int d) { return 7; }
__global__ void k() { int r = get_global_id(0);
 //@ assert get_global_id(0) == tid;
}
//! error resolve.unknown-function 4:13:13
