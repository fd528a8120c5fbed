// One contract for two kernels of a macro.
#define BOTH __kernel void a(int n) { n = 1; } __kernel void b(__global int *p, int n) { p[n] = 1; }
/*@ requires n == 7; @*/
BOTH
//! error c.annotation 3:1:24
