// An assertion is false, and the permissions are inferred.

__kernel void k(__global int *a, int n) {
    int i = get_global_id(0);
    if (i < n) {
        a[i] = 3;
        //@ assert a[i] == 4;
//                 ^^^^^^^^^ error assert:condition-false
    }
}
