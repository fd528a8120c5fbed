// The second kernel does what the first one promises.

/*@ requires tid < a.length; context Perm(a[tid], write); ensures a[tid] == 1; @*/
__kernel void one(__global int *a) {
    a[get_global_id(0)] = 1;
}

/*@ requires tid < a.length; context Perm(a[tid], write); ensures a[tid] == 2; @*/
//                                                                ^^^^^^^^^^^ error thread.postcondition:condition-false
__kernel void two(__global int *a) {
    a[get_global_id(0)] = 1;
}
