// If the second unsigned number is larger, the difference wraps around and is larger than the first number.

__kernel void k(uint a, uint b) {
    uint d = a - b;
    //@ assert a < b ==> d < a;
//             ^^^^^^^^^^^^^^^ error assert:condition-false
}
