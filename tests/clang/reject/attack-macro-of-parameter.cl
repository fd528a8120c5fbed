// A macro hides a parameter.
#define assert_false 
__kernel void k(int n) { 
#define n 5
int r = n;
//@ assert r == 5 && (n == 4 ==> r != n);
}
//! error c.annotation 6:23:1
