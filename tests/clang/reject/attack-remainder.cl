// The remainder of the least integer and -1 is undefined.
/*@ requires x == -2147483648; @*/
__kernel void k(int x) { int r = x % -1; //@ assert r == 0;
//                               ^^^^^^ error assert:condition-false
}
