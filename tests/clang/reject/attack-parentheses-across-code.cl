// Parentheses of two annotations enclose code.
__kernel void k(int n) { int x = 1; int y = 1;
//@ assert (x == 1
x = 2;
//@ && y == 1);
}
//! error c.annotation 3:12:1
