// A carriage return ends a comment for clang.
__kernel void k(int n) { int x = 1; // note
//@ assert false;
}
//! error assert:condition-false 3:12:5
