// A `char` cannot hold 300.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    char c = 300;
    //@ assert c == 300;
//             ^^^^^^^^ error assert:condition-false
    uchar u = (uchar)(-1);
    //@ assert u == 255;
    short s = 40000;
    //@ assert s == -25536;
    a[get_global_id(0)] = c + u + s;
}
