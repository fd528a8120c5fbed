// An annotation in a function does not see the names of the caller.
const int m = 5;
__device__ int f(int x) { 
//@ assert m == 3;
//         ^ error resolve.unknown-name
return x + m; }
/*@ requires true; @*/
__global__ void k() { int m = 3; int r = f(m); }
