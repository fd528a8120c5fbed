// OpenCL takes the distance of a shift modulo the width of the shifted number.

__kernel void k(uint n) {
    uint a = n << 32;
    //@ assert a == n;
    ulong b = (ulong)1 << 33;
    //@ assert b == 8589934592;
}
