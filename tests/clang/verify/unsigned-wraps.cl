// Unsigned arithmetic wraps around.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    uint u = 0;
    u -= 1;
    //@ assert u == 4294967295;
    u++;
    //@ assert u == 0;
    uchar c = 250;
    c += 10;
    //@ assert c == 4;
    c--; c--; c--; c--; c--;
    //@ assert c == 255;
    a[get_global_id(0)] = c;
}
