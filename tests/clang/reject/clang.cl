// clang reports errors of the code.

__kernel void k(__global int *a) {
    a[get_global_id(0)] = size;
//                        ^^^^ error c.clang
    a[0] = 1
}
//! error c.clang 6:13:0
