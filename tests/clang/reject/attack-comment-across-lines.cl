// A comment that starts in an annotation would hide code.
__kernel void k(int n) { int x = 1; //@ assert true; /*
x = 2; 
//@ assert false;
x = 3; //@ */
}
//! error c.annotation 2:54:2
//! error parse.expected 5:12:1
