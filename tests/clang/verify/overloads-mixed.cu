// Functions of mathematics compute with double if one of their operands is an integer.
__global__ void differs() {
    double d = fdim(16777220.0f, 16777217);
    /*@ assert d == 3.0d; @*/
}

__global__ void multiplies(int n) {
    double d = fma(16777217, 1.0f, 0.0f), e = fma(n, 2.0f, 1.0);
    /*@ assert d == 16777217.0d; @*/
    /*@ assert n == 3 ==> e == 7.0d; @*/
}

__global__ void chooses(float x, unsigned int n) {
    double least = fmin(2u, -3), most = fmax(16777217, 1.0f);
    /*@ assert least == -3.0d; @*/
    /*@ assert most == 16777217.0d; @*/
    int size = sizeof(pow(x, 2)) + sizeof(hypot(x, n)) + sizeof(scalbn(x, 2)) + sizeof(remainder(x, x));
    /*@ assert size == 24; @*/
}
