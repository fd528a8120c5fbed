// The mask 6 does not contain the lowest bit.

__kernel void k(uint n) {
    uint low = n & 6;
    //@ assert low == n % 8;
//             ^^^^^^^^^^^^ error assert:condition-false
}
