// A number that has no bit in common with its predecessor is a power of two.

/*@ kernel requires 0 < n && n <= 256; @*/
__kernel void k(uint n) {
    if ((n & (n - 1)) == 0) {
        //@ assert n == 1 || n == 2 || n == 4 || n == 8 || n == 16 || n == 32 || n == 64 || n == 128 || n == 256;
        n = 1;
    }
}
