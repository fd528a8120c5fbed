// The condition of one path is no condition of the launch.

__kernel void k(__global int *a, int n) {
    if (n == 0) {
        //@ assert get_local_id(0) == 0;
//                 ^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    }
    if (n == 4 && get_global_id(0) == 0) a[0] = 1;
}
