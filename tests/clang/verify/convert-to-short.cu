// A conversion to short keeps the low 16 bits of an int.

__global__ void k(int n) {
    short a = (short)40000;
    short b = (short)65536;
    unsigned short c = (unsigned short)-2;
    //@ assert a == -25536 && b == 0 && c == 65534;
    short d = n;
    //@ assert -32768 <= n && n <= 32767 ==> d == n;
    //@ assert (n - d) % 65536 == 0;
}
