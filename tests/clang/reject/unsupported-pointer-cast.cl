// A conversion of a pointer to another type of elements is not supported yet.

__kernel void k(__global int *a) {
    __global char *bytes = (__global char *)a;
//                         ^^^^^^^^^^^^^^^^^^ error c.unsupported
}
