// A conversion from 64 to 32 bits keeps the low bits.

__global__ void k(long long n) {
    int a = (int)4294967296LL;
    int b = (int)6442450944LL;
    int c = (int)n;
    //@ assert a == 0 && b == -2147483648;
    //@ assert (n - c) % 4294967296 == 0;
}
