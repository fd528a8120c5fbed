// The argument of a macro, with a parenthesis in a comment.
#define M(...) __VA_ARGS__
__kernel void k(int n) { int x = 2; M(x = 1; /* ) */ /*@ assert x == 2; @*/ x = 2;)
}
//! error c.annotation 3:54:22
