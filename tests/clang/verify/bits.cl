// Operations on bits are exact.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    uint x = 0xF0u;
    //@ assert \and(u32, x, 60) == 48;
    uint y = (x & 0x3Cu) | 1u;
    //@ assert y == 49;
    uint z = y ^ 3u;
    //@ assert z == 50;
    int s = -8 >> 1;
    //@ assert s == -4;
    uint t = 1u << 31;
    //@ assert t == 2147483648;
    int m = ~5;
    //@ assert m == -6;
    a[get_global_id(0)] = (int)y + m;
}
