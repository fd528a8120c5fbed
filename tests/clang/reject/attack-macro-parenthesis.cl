// A macro that opens the argument of another one.
#define M(...) __VA_ARGS__
#define BEGIN M(
__kernel void k(int n) { int x = 2; BEGIN x = 1; /*@ assert x == 2; @*/ x = 2; )
}
//! error c.annotation 3:9:5
//! error c.annotation 4:50:22
