// Braces of two annotations enclose code.
__kernel void k(int n) { int x = 1;
//@ ghost {
x = 2;
//@ }
}
//! error c.annotation 3:11:1
