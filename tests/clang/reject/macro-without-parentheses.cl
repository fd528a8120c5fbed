// The macro has no parentheses, so the product is computed before the sum.

#define ADD(x, y) x + y

__kernel void k(int n) {
    int x = 2 * ADD(3, 4);
    //@ assert x == 14;
//             ^^^^^^^ error assert:condition-false
}
