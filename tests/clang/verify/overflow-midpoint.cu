// The middle of two numbers is computed without their sum, so nothing overflows.

/*@ kernel requires 0 <= lo && lo <= hi; @*/
__global__ void k(int lo, int hi) {
    int middle = lo + (hi - lo) / 2;
    //@ assert lo <= middle && middle <= hi;
}
