// OpenCL leaves the result of `mul24` open if an operand does not fit 24 bits.

__kernel void k(int n) {
    if (n == 8388608) {
        int x = mul24(n, 2);
//              ^^^^^^^^^^^ error assert:condition-false
    }
    if (n == 12) {
        int y = popcount(n);
        //@ assert y == 3;
//                 ^^^^^^ error assert:condition-false
    }
}
