// A shift of an unsigned number drops the bits that leave the 32 bits.

__global__ void k(unsigned n) {
    unsigned a = 3u << 31;
    unsigned b = n >> 31;
    //@ assert a == 2147483648;
    //@ assert b <= 1;
}
