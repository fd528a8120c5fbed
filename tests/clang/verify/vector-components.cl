// Components of vectors: by letters, numbers and halves, as values and as targets, also through macros.
#define LANE(v, l) v.l
#define FIRST(v) (v).x

/*@ requires tid < out.length;
    context Perm(out[tid], write);
    ensures n.y < 1000 ==> out[tid] == n.y + 1;
@*/
__kernel void k(__global int *out, int2 n) {
    int4 a = (int4)(1, 2, 3, 4);
    int4 b = a;
    a.x = 5;
    //@ assert b.x == 1 && a.x == 5 && a.s1 == 2;
    a.xy = a.yx;
    //@ assert a.x == 2 && a.y == 5;
    a.hi = a.lo;
    //@ assert a.z == 2 && a.w == 5;
    a.even = b.odd;
    //@ assert a.x == 2 && a.z == 4 && a.y == 5;
    int4 c = b.wzyx.s3210;
    //@ assert c == b && c.xy == b.s01;
    int8 d = (int8)(b.zw, b, 7, 8);
    //@ assert d.s0 == 3 && d.s5 == 4 && d.s7 == 8 && d.hi.w == 8;
    int3 e = d.s135;
    //@ assert e.x == 4 && e.y == 2 && e.z == 4;
    e = (int3)(0);
    //@ assert e.z == 0;
    int f = LANE(b, y) + FIRST(b) + b[2] + (b + 1)[3];
    //@ assert f == 11;
    int16 g = (int16)(d, d);
    g.sF = 1;
    //@ assert g.sf == 1 && g.s7 == 8;
    out[get_global_id(0)] = n.y < 1000 ? n.y + 1 : 0;
}
