// Masks select bits: the low three bits are the remainder of a division by 8.

__kernel void k(uint n) {
    uint low = n & 7;
    uint high = n & ~7u;
    //@ assert low == n % 8 && low + high == n;
    uint all = low | high;
    //@ assert all == n;
}
