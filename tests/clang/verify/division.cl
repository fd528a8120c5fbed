// Division is rounded towards zero, and the remainder has the sign of the dividend.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int q = -7 / 2;
    int r = -7 % 2;
    //@ assert q == -3 && r == -1;
    uint u = 7u / 2u;
    //@ assert u == 3;
    int s = (0 - n) / 3;
    //@ assert n == 5 ==> s == -1;
    a[get_global_id(0)] = q * r;
}
