// The argument of a macro on a line that continues.
#define M(...) __VA_ARGS__
__kernel void k(int n) { int x = 2; M\
(x = 1; /*@ assert x == 2; @*/ x = 2;)
}
//! error c.annotation 3:38:1
//! error c.annotation 4:9:22
