// Floats of 16 bits are not supported yet.

__kernel void k(__global const half *a, int n) {
//              ^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    int x = n;
}
