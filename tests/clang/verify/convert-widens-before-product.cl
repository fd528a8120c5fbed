// A product in long does not overflow if the factor was converted before.

__kernel void k(int n) {
    long wide = n;
    long square = wide * wide;
    //@ assert square == n * n;
}
