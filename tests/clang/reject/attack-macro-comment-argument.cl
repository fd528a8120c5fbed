// The argument of a macro, behind a comment.
#define M(...) __VA_ARGS__
__kernel void k(int n) { int x = 2; M /* c */ (x = 1; /*@ assert x == 2; @*/ x = 2;)
}
//! error c.annotation 3:55:22
