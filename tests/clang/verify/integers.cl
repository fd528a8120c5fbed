// Functions of integers, also of the lanes of vectors.

/*@ requires 0 <= n && n < 1000 && -1000 < m && m < 1000; @*/
__kernel void k(int n, int m, int2 v) {
    int a = mul24(n, m);
    //@ assert a == n * m;
    int b = mad24(n, 2, 1);
    //@ assert b == 2 * n + 1;
    int c = mul_hi(n, 2);
    //@ assert c == 0;
    int2 d = popcount((int2)(7, -1));
    //@ assert d.x == 3 && d.y == 32;
    uint e = clz(255u);
    //@ assert e == 24;
    char f = popcount((char)-1);
    //@ assert f == 8;
}
