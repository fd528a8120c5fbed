// A variable outside of functions, and a parameter with its name.
__device__ int g;
__device__ int get() { return g; }
/*@ requires Perm(g[0], read) ** g[0] == 4 ** g == 3; @*/
__global__ void k(int g) { int r = get();
//@ assert r == 4 && g == 3;
}
//! error c.unsupported 2:1:16
