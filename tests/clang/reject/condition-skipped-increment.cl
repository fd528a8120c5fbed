// The right side of `&&` is not evaluated, so its increment does not happen.

__kernel void k(int n) {
    int x = 0;
    if (x > 0 && x++ < 10) {
        x = 5;
    }
    //@ assert x == 1;
//             ^^^^^^ error assert:condition-false
}
