// Operations on vectors: what lanes do not have.

int4 reversed(int4 v) {
    int t = v.x;
    v.x = v.w;
    v.w = t;
    return v;
}

__kernel void k(int4 x, char4 s, int n) {
    int4 a = (int4)(1, 2, 3, 4);
    int4 m = a > 2;
    if (n == 0) {
        //@ assert m.w == 1;
//                 ^^^^^^^^ error assert:condition-false
    }
    m = !m;
    if (n == 1) {
        //@ assert m.x == 1;
//                 ^^^^^^^^ error assert:condition-false
    }
    m = a && a;
    if (n == 2) {
        //@ assert m.x == 1;
//                 ^^^^^^^^ error assert:condition-false
    }
    int4 c = m ? a : 0;
    if (n == 3) {
        //@ assert c.x == 0;
//                 ^^^^^^^^ error assert:condition-false
    }
    m = 1;
    c = m ? a : 0;
    if (n == 4) {
        //@ assert c.x == 1;
//                 ^^^^^^^^ error assert:condition-false
    }
    int4 r = reversed(a);
    if (n == 5) {
        //@ assert a.x == 4;
//                 ^^^^^^^^ error assert:condition-false
    }
    if (n == 6) {
        //@ assert r.y == 3;
//                 ^^^^^^^^ error assert:condition-false
    }
    char4 d = (char4)(1) << (char4)(9);
    if (n == 7) {
        //@ assert d.x == 0;
//                 ^^^^^^^^ error assert:condition-false
    }
    uchar4 u = (uchar4)(250);
    u += (uchar)10;
    if (n == 8) {
        //@ assert u.w == 260;
//                 ^^^^^^^^^^ error assert:condition-false
    }
    int4 e = a;
    if (n == 9) e = x / a;
    if (n == 10) e = a / x;
//                       ^ error expression:division-by-zero
//                       ^ unknown expression:division-by-zero
//                       ^ unknown expression:division-by-zero
//                       ^ unknown expression:division-by-zero
    if (n == 11) e = x + a;
//                   ^^^^^ error expression:overflow
//                   ^^^^^ error expression:overflow
//                   ^^^^^ error expression:overflow
//                   ^^^^^ error expression:overflow
    if (n == 12) s = -s;
//                   ^^ error expression:overflow
//                   ^^ error expression:overflow
//                   ^^ error expression:overflow
//                   ^^ error expression:overflow
    if (n == 13) s = s + s;
//                   ^^^^^ error expression:overflow
//                   ^^^^^ error expression:overflow
//                   ^^^^^ error expression:overflow
//                   ^^^^^ error expression:overflow
    if (n == 14) s++;
//               ^^^ error expression:overflow
//               ^^^ error expression:overflow
//               ^^^ error expression:overflow
//               ^^^ error expression:overflow
    int4 f;
    if (n == 15) f.x = 1;
    if (n == 15) e = f;
//                   ^ error expression:uninitialised
//                   ^ unknown expression:uninitialised
//                   ^ unknown expression:uninitialised
}
