// A conversion to char keeps the low 8 bits: 300 becomes 44, 200 becomes -56, and -129 becomes 127.

__kernel void k(int n) {
    char a = (char)300;
    char b = (char)200;
    char c = (char)-129;
    //@ assert a == 44 && b == -56 && c == 127;
}
