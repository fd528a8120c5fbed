// The distance 35 is 3 in OpenCL.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    uint one = 1;
    uint x = one << (32 + n % 4);
    //@ assert n == 3 ==> x == 0;
//             ^^^^^^^^^^^^^^^^^ error assert:condition-false
    a[get_global_id(0)] = x > 0;
}
