// The product is computed in int and overflows before it is converted to long.

__kernel void k(int n) {
    long wide = (long)(n * n);
//                     ^^^^^ error expression:overflow
}
