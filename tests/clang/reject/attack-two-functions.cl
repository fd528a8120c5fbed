// A function of an annotation is not the function of the code.
/*@ pure int f(int x) = x; @*/
int f(int x) { return x + 1; }
__kernel void k() { int r = f(1);
//@ assert f(1) == 1;
}
//! error c.annotation 3:1:30
