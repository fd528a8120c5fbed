// A second annotation in one line would be a comment in the first one.
__kernel void k(int n) { int x = 1; //@ assert x == 1;
 x = 2; //@ assert x == 1;
}
//! error assert:condition-false 3:20:6
