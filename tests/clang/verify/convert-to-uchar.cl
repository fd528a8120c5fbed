// A conversion to uchar keeps the low 8 bits: 256 becomes 0, and -1 becomes 255.

__kernel void k(int n) {
    uchar a = (uchar)256;
    uchar b = (uchar)-1;
    uchar c = n;
    //@ assert a == 0 && b == 255;
    //@ assert c == n % 256;
}
