// A comparison of an int with a uint converts the int, so -1 is not less than 1u.

__kernel void k(int n) {
    int x = 0;
    if (-1 < 1u) x = 1;
    //@ assert x == 0;
    if (n < 10u) x = 2;
    //@ assert x == 2 ==> 0 <= n && n < 10;
    //@ assert 0 <= n && n < 10 ==> x == 2;
}
