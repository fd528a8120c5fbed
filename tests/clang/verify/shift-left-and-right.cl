// A shift to the left multiplies and a shift to the right divides, rounding down.

/*@ kernel requires 0 <= n && n <= 1000; @*/
__kernel void k(int n) {
    int a = n << 3;
    int b = n >> 2;
    int c = -7 >> 1;
    //@ assert a == 8 * n && 4 * b <= n && n < 4 * b + 4 && c == -4;
}
