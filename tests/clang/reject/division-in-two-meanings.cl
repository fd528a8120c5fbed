// In annotations `/` rounds down, and in the code it rounds towards zero.

__kernel void k(int n) {
    int x = n / 2;
    //@ assert x == n / 2;
//             ^^^^^^^^^^ error assert:condition-false
}
