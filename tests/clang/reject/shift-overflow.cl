// The upper bits of the shifted number are lost, so the shift is no multiplication.

__kernel void k(uint n) {
    uint x = n << 4;
    //@ assert x == 16 * n;
//             ^^^^^^^^^^^ error assert:condition-false
}
