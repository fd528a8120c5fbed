// A contract that the preprocessor leaves out.
#if 0
/*@ requires n == 7; @*/
#endif
__kernel void k(int n) { 
//@ assert n == 7;
}
//! error c.annotation 3:1:24
