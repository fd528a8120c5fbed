// OpenCL shifts by the distance modulo the width.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    uint one = 1;
    uint x = one << (32 + n % 4);
    //@ assert n == 3 ==> x == 8;
    a[get_global_id(0)] = x > 0;
}
