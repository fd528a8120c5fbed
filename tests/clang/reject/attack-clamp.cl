// The bounds of clamp must be in order.
/*@ requires x == 4; @*/
__kernel void k(int x) { int z = clamp(x, 5, 3); //@ assert z == 3;
//                               ^^^^^^^^^^^^^^ error assert:condition-false
}
