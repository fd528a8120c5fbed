// The sum of two large numbers overflows before it is divided by 2.

/*@ kernel requires 0 <= lo && lo <= hi; @*/
__global__ void k(int lo, int hi) {
    int middle = (lo + hi) / 2;
//                ^^^^^^^ error expression:overflow
}
