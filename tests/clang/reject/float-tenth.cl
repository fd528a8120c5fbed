// The sum of 0.1 and 0.2 is not 0.3 in binary numbers.

__kernel void k(int n) {
    double x = 0.1 + 0.2;
    //@ assert x == 0.3d;
//             ^^^^^^^^^ error assert:condition-false
}
