// The loop has no invariant about `x`, so behind the loop its value is not known.

/*@ kernel requires 0 <= n && n <= 1000; @*/
__kernel void k(int n) {
    uint x = 0;
    for (int j = 0; j < n; j++) {
        x = x * 3;
    }
    //@ assert x == 0;
//             ^^^^^^ unknown assert:condition-false
}
