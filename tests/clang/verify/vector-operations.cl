// Operations on vectors: in each lane, comparisons that give -1, shifts by the width of a lane, unsigned lanes that
// wrap around, and choices between lanes.

int4 reversed(int4 v) {
    int t = v.x;
    v.x = v.w;
    v.w = t;
    return v;
}

/*@ requires tid < out.length;
    context Perm(out[tid], write);
    ensures out[tid].x == 12 && out[tid].w == 9;
@*/
__kernel void k(__global int4 *out, float4 f, int n) {
    int4 a = (int4)(1, 2, 3, 4);
    int4 b = 2;
    int4 c = a * b + 1 - -a;
    //@ assert c.x == 4 && c.w == 13;
    int4 m = a > b;
    //@ assert m.x == 0 && m.y == 0 && m.z == -1 && m.w == -1;
    m = a == b;
    //@ assert m.x == 0 && m.y == -1;
    m = !a;
    //@ assert m.x == 0;
    m = a && (a > 1);
    //@ assert m.x == 0 && m.y == -1;
    int4 z = (int4)(0, 0, 1, 1) || (int4)(0, 7, 0, 7);
    //@ assert z.x == 0 && z.y == -1 && z.z == -1 && z.w == -1;
    c = m ? a : b;
    //@ assert c.x == 2 && c.w == 4;
    c = n > 3 ? a : b;
    //@ assert n > 3 ==> c == a;
    //@ assert n <= 3 ==> c == b;
    c = (int4)(1) << 33;
    //@ assert c.x == 2;
    char4 d = (char4)(1) << (char4)(9);
    //@ assert d.x == 2;
    uchar4 u = (uchar4)(250);
    u += (uchar)10;
    //@ assert u.w == 4;
    u++;
    uchar4 v = u--;
    //@ assert v.x == 5 && u.x == 4;
    int4 e = a / b;
    e %= b;
    //@ assert e.x == 0 && e.z == 1 && e.w == 0;
    e = ~a & (a ^ b) | 8;
    //@ assert e.x == 10;
    a += b *= 2;
    //@ assert a.x == 5 && b.w == 4;
    a = reversed(a);
    //@ assert a.x == 8 && a.w == 5;
    float4 g = f + f * 2.0f;
    //@ assert g.y === f.y + f.y * 2.0f;
    int4 less = f < g;
    //@ assert less.x == -1 || less.x == 0;
    out[get_global_id(0)] = a + 4;
}
