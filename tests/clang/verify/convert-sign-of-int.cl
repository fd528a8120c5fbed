// An int and a uint of the same bits differ by 2^32 if the int is negative.

__kernel void k(int n) {
    uint u = n;
    //@ assert u == (n < 0 ? n + 4294967296 : n);
    int back = (int)u;
    //@ assert back == n;
}
