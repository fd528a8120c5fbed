// Division rounds towards zero, and the remainder has the sign of the dividend.

__kernel void k(int n) {
    int a = -7 / 2, b = -7 % 2, c = 7 / -2, d = 7 % -2;
    //@ assert a == -3 && b == -1 && c == -3 && d == 1;
    int q = n / 3;
    int r = n % 3;
    //@ assert n == 3 * q + r && -3 < r && r < 3;
    //@ assert n < 0 ==> r <= 0;
}
