// trusted
// Functions of vectors.

__kernel void k(float4 f, float4 g) {
    int4 r = (int4)(4, 3, 2, 1);
    short4 c = convert_short4_sat((int4)(100000, -100000, 5, 0));
    //@ assert c.x == 32767 && c.y == -32768 && c.z == 5;
    uchar4 b = convert_uchar4((int4)(257, 2, 3, 4));
    //@ assert b.x == 1 && b.y == 2;
    int4 up = convert_int4_rtp((float4)(1.5f));
    //@ assert up.x == 2;
    uint4 u = as_uint4((int4)(-1));
    //@ assert u.z == 4294967295;
    int q = any(r > 3) + all(r > 0) + 10 * all(r > 1);
    //@ assert q == 2;
    int4 s = select((int4)(1), (int4)(2), r > 2);
    //@ assert s.x == 2 && s.w == 1;
    int t = select(1, 2, 3);
    //@ assert t == 2;
    int4 m = min(r, 2) + max(r, (int4)(3)) + clamp(r, 2, 3);
    //@ assert m.x == 2 + 4 + 3 && m.w == 1 + 3 + 2;
    uint4 a = abs((int4)(-5));
    //@ assert a.y == 5;
    float4 x = sin(f) * dot(f, g) + cross(f, g);
    float4 y = sin(f) * dot(f, g) + cross(f, g);
    //@ assert x === y;
    int4 less = isless(f, g);
    //@ assert less.x == (f.x < g.x ? -1 : 0);
    int one = isless(f.x, g.x);
    //@ assert one == (f.x < g.x ? 1 : 0);
    float4 z = fma(f, g, f);
    //@ assert z.w === \fma(rn, f.w, g.w, f.w);
    int bytes = sizeof(float3) + sizeof(r) + sizeof(char2);
    //@ assert bytes == 34;
}
