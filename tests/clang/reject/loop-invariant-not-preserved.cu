// The invariant says that the variable is even, and each step adds 3.

/*@ kernel requires 0 <= n && n <= 1000; @*/
__global__ void k(int n) {
    unsigned x = 0;
    //@ loop_invariant x % 2 == 0;
//                     ^^^^^^^^^^ error invariant.preserved:condition-false
    for (int j = 0; j < n; j++) {
        x = x + 3;
    }
}
