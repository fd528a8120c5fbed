// A product of an int and a long is computed in 64 bits.

/*@ kernel requires 0 <= n && n <= 1000000; @*/
__kernel void k(int n) {
    long wide = (long)n * n;
    //@ assert wide == n * n;
    long sum = n + 1L;
    //@ assert sum == n + 1;
}
