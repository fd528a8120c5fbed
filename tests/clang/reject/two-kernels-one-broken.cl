// The first kernel is right, and the second one promises too much.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 1;
@*/
__kernel void one(__global int *a) {
    a[get_global_id(0)] = 1;
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 1;
//          ^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__kernel void two(__global int *a) {
    a[get_global_id(0)] = 2;
}
