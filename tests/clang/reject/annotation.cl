// Annotations that belong to nothing.

/*@ requires n > 0; @*/
int helper(int n) {
    return n;
}

/*@ requires tid < a.length; context Perm(a[tid], write); @*/
__kernel void k(__global int *a, int n) {
    int i = get_global_id(0);
    //@ loop_invariant i == tid;
//      ^^^^^^^^^^^^^^^^^^^^^^^^ error c.annotation
    i = i;
    //@ requires i == tid;
//      ^^^^^^^^^^^^^^^^^^ error c.annotation
    a[i] = 1;
    //@ i = 3;
//      ^^^^^ error c.annotation
    if (n > 3)
        //@ assert n > 2;
//          ^^^^^^^^^^^^^ error c.annotation
        a[i] = 2;
}
//! error c.annotation 3:1:23
