// An annotation behind a comment in another one.
/*@ requires tid < a.length; context Perm(a[tid], write); // ok @*/ __kernel void k(__global int *a) { a[get_global_id(0)] = 1; /*@ assert a[tid] == 5; @*/ }
//! error assert:condition-false 2:140:11
