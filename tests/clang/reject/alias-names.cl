// A name of PVL means the variable of C where there is one.

/*@ requires 0 <= n && n < a.length;
    requires get_global_size(0) <= a.length;
    context Perm(a[get_global_id(0)], write);
@*/
__kernel void k(__global int *a, int n) {
    int tid = get_global_id(0) + 1;
    //@ assert tid == get_global_id(0);
//             ^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    a[get_global_id(0)] = 1;
}
