// What nobody proves.
__axiom(1 == 2)
//! error c.clang 2:1:7
__kernel void k(__global int *a) {
    a[0] = 1;
}
