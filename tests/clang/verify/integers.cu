// Functions of integers have their exact values.

__global__ void k(int n, unsigned int m) {
    int a = __popc(0xF0F0u) + __popcll(0x8000000000000001ULL);
    //@ assert a == 10;
    int b = __clz(1) + __clz(0) + __clz(-1) + __clzll(1LL << 40);
    //@ assert b == 31 + 32 + 0 + 23;
    int c = __ffs(0) + __ffs(40) + __ffs(-2147483647 - 1) + __ffsll(1LL << 40);
    //@ assert c == 0 + 4 + 32 + 41;
    int d = __mul24(8388608, 2);
    //@ assert d == -16777216;
    unsigned int e = __umul24(16777217u, 3u);
    //@ assert e == 3;
    int f = __mulhi(-1, 1);
    //@ assert f == -1;
    unsigned int g = __umulhi(4294967295u, 4294967295u);
    //@ assert g == 4294967294;
    int zeros = __clz(n);
    //@ assert 0 <= zeros && zeros <= 32;
    int first = __ffs(n);
    //@ assert 0 <= first && first <= 32;
    int ones = __popc(m);
    //@ assert 0 <= ones && ones <= 32;
}
