// A negative int in a division with an unsigned number is a large number.

__global__ void k(unsigned n) {
    unsigned a = -6 / 2u;
    //@ assert a == 2147483645;
    unsigned r = n % 8u;
    //@ assert r < 8;
}
