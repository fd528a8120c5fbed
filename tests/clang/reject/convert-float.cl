// The conversion to an integer does not round down.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int i = 2.75f;
    //@ assert i == 2;
    int j = -2.75f;
    //@ assert j == -3;
//             ^^^^^^^ error assert:condition-false
    float f = 16777217;
    //@ assert f == 16777216.0f;
    a[get_global_id(0)] = i + j;
}
