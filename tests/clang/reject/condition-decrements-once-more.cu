// The condition decrements the counter also when the loop ends, so the counter is -1 behind the loop.

/*@ kernel requires 0 <= n && n <= 1000; @*/
__global__ void k(int n) {
    int left = n;
    /*@ loop_invariant 0 <= left && left <= n;
        decreases left;
    @*/
    while (left-- > 0) {
    }
    //@ assert left == 0;
//             ^^^^^^^^^ error assert:condition-false
}
