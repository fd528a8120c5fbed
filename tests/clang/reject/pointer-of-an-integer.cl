// Nothing is known of what is at an address that the code makes of an integer, and no run shows it.

__kernel void neverSet(__global int *a) {
    __global int *p = (__global int *)get_global_id(0);
//                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    *p = 1;
}

__kernel void setInOneBranch(__global int *a, int n) {
    __global int *p = (__global int *)get_global_id(0);
    if (n > 0) {
        p = a + get_global_id(0);
    }
    *p = 1;
//  ^^ unknown store:out-of-bounds
//   ^ unknown expression:uninitialised
}
