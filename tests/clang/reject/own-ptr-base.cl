// A name of the annotations that the file declares itself, with another type.
typedef unsigned long ptr_base_t;
//                    ^^^^^^^^^^ error c.clang
__kernel void k(__global int *a) {
    ptr_base_t big = 4294967296ul;
    int i = big == 0 ? (int)get_global_id(0) : 0;
    a[i] = 1;
}
