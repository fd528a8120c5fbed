// The contract of a kernel that is skipped is not that of the next one.
#if 0
/*@ requires n == 7; @*/
__kernel void old(int n) { }
#endif
/*@ requires 0 <= n; @*/
__kernel void k(int n) { 
//@ assert n == 7;
}
//! error c.annotation 3:1:24
