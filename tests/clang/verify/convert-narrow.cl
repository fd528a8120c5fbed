// A conversion to a narrower type keeps the low bits.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    char c = 300;
    //@ assert c == 44;
    uchar u = (uchar)(-1);
    //@ assert u == 255;
    short s = 40000;
    //@ assert s == -25536;
    a[get_global_id(0)] = c + u + s;
}
