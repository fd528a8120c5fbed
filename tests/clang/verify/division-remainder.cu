// Quotient and remainder of ints belong together, and the remainder has the sign of the dividend.

__global__ void k(int n) {
    int q = n / 7;
    int r = n % 7;
    //@ assert n == 7 * q + r && -7 < r && r < 7;
    //@ assert n > 0 ==> r >= 0;
    int exact = -9 / 3;
    //@ assert exact == -3;
}
