// Annotations in front of the semicolon of a statement.
__device__ int f(int x) { return x; }
__global__ void k(int n) { int x = 1;
 if (n > 0) { return; /*@ assert false; @*/ }
 x = 2 /*@ assert x == 2; @*/ ;
 for (int i = 0; i < 3; i++) { break /*@ assert false; @*/ ; }
 return /*@ assert false; @*/ ;
}
//! error c.annotation 5:12:14
//! error c.annotation 6:42:13
//! error c.annotation 7:13:13
