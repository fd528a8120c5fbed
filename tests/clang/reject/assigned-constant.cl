// An annotation cannot assign a variable of the code.

/*@ requires tid < a.length; context Perm(a[tid], write); @*/
__kernel void k(__global int *a, int n) {
    int x = n;
    //@ ghost x = 3;
//            ^ error type.ghost
    a[get_global_id(0)] = x;
}
