// A ghost variable counts the steps of a loop, and the code never reads it.

/*@ kernel requires 0 <= n && n <= 1000; @*/
__kernel void k(int n) {
    int left = n;
    //@ ghost int steps = 0;
    /*@ loop_invariant 0 <= left && left <= n && steps == n - left;
        decreases left;
    @*/
    while (left > 0) {
        left--;
        //@ ghost steps = steps + 1;
    }
    //@ assert steps == n;
}
