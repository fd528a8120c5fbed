// A conversion to signed char keeps the low 8 bits.

__global__ void k(int n) {
    signed char a = (signed char)128;
    signed char b = (signed char)n;
    //@ assert a == -128;
    //@ assert (n - b) % 256 == 0 && -128 <= b && b <= 127;
}
