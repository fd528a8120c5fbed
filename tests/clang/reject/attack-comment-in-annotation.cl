// A comment in an annotation ends with the annotation.
__kernel void k(int n) { int x = 1;
/*@ assert true; // @*/ x = 2; /*@ assert false; @*/
}
//! error assert:condition-false 3:43:5
