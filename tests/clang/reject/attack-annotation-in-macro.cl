// An annotation in a macro has no place.
__kernel void k(int n) { int x = 0;
#define M x = 1; /*@ assert x == 0; @*/ x = 2;
M
}
//! error c.annotation 3:18:22
