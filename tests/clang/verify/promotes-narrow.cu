// Operands of narrow types become int, so a product of two unsigned chars does not wrap around.

__global__ void k(unsigned char a, unsigned char b) {
    int product = a * b;
    //@ assert product == a * b && product <= 65025;
    int inverted = ~a;
    //@ assert inverted == -1 - a && inverted < 0;
    int minus = -b;
    //@ assert minus <= 0;
}
