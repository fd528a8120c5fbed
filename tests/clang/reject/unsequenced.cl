// C leaves the order of the operands open.

/*@ requires 0 <= n && n < 100 && tid < a.length; context Perm(a[tid], write); @*/
__kernel void k(__global int *a, int n) {
    int i = n;
    i = i++ + 1;
//      ^^^^^^^ error c.unsequenced
    a[get_global_id(0)] = i;
}
