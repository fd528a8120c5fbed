// Side effects in conditions and indices happen where they are needed.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int i = 0;
    int x = (n > 5 && ++i > 0) ? i++ : 7;
    //@ assert n > 5 ==> x == 1 && i == 2;
    //@ assert n <= 5 ==> x == 7 && i == 0;
    int q[3] = {1, 2, 3};
    int j = 0;
    int y = q[j++] + 10;
    //@ assert y == 11 && j == 1;
    int z = (j = 2, q[j]);
    //@ assert z == 3;
    int v = j-- == 2 || j-- == 7;
    //@ assert v == 1 && j == 1;
    a[get_global_id(0)] = x;
}
