// An exclusive or with the same number twice gives back the first value.

__global__ void k(unsigned n, unsigned key) {
    unsigned x = n ^ key;
    x ^= key;
    //@ assert x == n;
    int inverted = ~5;
    //@ assert inverted == -6;
}
