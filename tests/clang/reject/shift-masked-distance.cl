// OpenCL takes the distance modulo 32, so a shift by 32 does not clear the number.

__kernel void k(uint n) {
    uint x = n << 32;
    //@ assert x == 0;
//             ^^^^^^ error assert:condition-false
}
