// An annotation in the argument of a macro has no place of its own.
#define M(...) __VA_ARGS__
/*@ requires 0 <= n && n <= 100; context tid < a.length ==> Perm(a[tid], write); @*/
__kernel void k(__global int *a, int n) { int x; M(x = 1; /*@ assert x == 2; @*/ x = 2;) 
//                                                        ^^^^^^^^^^^^^^^^^^^^^^ error c.annotation
}
