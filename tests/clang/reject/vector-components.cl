// Components of vectors: order of lanes, copies and targets.

__kernel void k(int n) {
    int4 a = (int4)(1, 2, 3, 4);
    int4 b = a;
    a.x = 5;
    if (n == 0) {
        //@ assert b.x == 5;
//                 ^^^^^^^^ error assert:condition-false
    }
    a.xy = a.yx;
    if (n == 1) {
        //@ assert a.x == 5;
//                 ^^^^^^^^ error assert:condition-false
    }
    if (n == 2) {
        //@ assert a.y == 2;
//                 ^^^^^^^^ error assert:condition-false
    }
    a = b;
    a.hi = a.lo;
    if (n == 3) {
        //@ assert a.x == 3;
//                 ^^^^^^^^ error assert:condition-false
    }
    if (n == 4) {
        //@ assert a.w == 1;
//                 ^^^^^^^^ error assert:condition-false
    }
    a = b;
    a.even = b.odd;
    if (n == 5) {
        //@ assert a.y == 4;
//                 ^^^^^^^^ error assert:condition-false
    }
    if (n == 6) {
        //@ assert a.x == 1;
//                 ^^^^^^^^ error assert:condition-false
    }
    int8 d = (int8)(b.zw, b, 7, 8);
    if (n == 7) {
        //@ assert d.s2 == 3;
//                 ^^^^^^^^^ error assert:condition-false
    }
    if (n == 8) {
        //@ assert d.hi.lo.x == 1;
//                 ^^^^^^^^^^^^^^ error assert:condition-false
    }
    int3 e = b.wzy;
    if (n == 9) {
        //@ assert e.x == 2;
//                 ^^^^^^^^ error assert:condition-false
    }
    int f = b[2] + (b + 1)[3];
    if (n == 10) {
        //@ assert f == 7;
//                 ^^^^^^ error assert:condition-false
    }
    int4 g = b + b;
    g.wzyx += b;
    if (n == 11) {
        //@ assert g.w == 12;
//                 ^^^^^^^^^ error assert:condition-false
    }
    if (n == 12) {
        //@ assert g == g.xyzw && g.w != 9;
//                                ^^^^^^^^ error assert:condition-false
    }
}
