// A conversion of a pointer to elements with space between their numbers is not supported yet.

__kernel void k(__global int *a) {
    __global char3 *threes = (__global char3 *)a;
//                           ^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
