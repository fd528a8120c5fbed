// The ghost variable counts only every second step.

/*@ kernel requires 0 <= n && n <= 1000; @*/
__global__ void k(int n) {
    //@ ghost int steps = 0;
    //@ loop_invariant steps == j;
//                     ^^^^^^^^^^ error invariant.preserved:condition-false
    for (int j = 0; j < n; j++) {
        if (j % 2 == 0) {
            //@ ghost steps = steps + 1;
        }
    }
}
