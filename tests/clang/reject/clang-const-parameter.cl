// The parameter is read-only, and the code writes to it.

__kernel void k(__global const int *a) {
    a[get_global_id(0)] = 1;
//                      ^ error c.clang
}
