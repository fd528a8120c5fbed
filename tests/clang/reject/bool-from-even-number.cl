// 2 becomes true, and true is 1 when the code computes with it.

__kernel void k(int n) {
    bool b = 2;
    int x = b;
    //@ assert x == 2;
//             ^^^^^^ error assert:condition-false
}
