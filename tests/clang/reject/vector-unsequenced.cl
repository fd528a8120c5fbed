// Components of one vector or structure are different objects, and a vector as a whole has all of them.
struct pair { int a; int b; };

int both(struct pair p, int by) { return p.a + by; }

__kernel void k(int2 v, struct pair s, __global int2 *p, int i) {
    v = (int2)(v.x++, 1);
//      ^^^^^^^^^^^^^^^^ error c.unsequenced
    int2 w = (int2)(i++, i++);
//                       ^^^ error c.unsequenced
    v.x = v.x++;
//        ^^^^^ error c.unsequenced
    p[0].x = p[0].y++;
//           ^^^^^^^^ error c.unsequenced
    w = v + (v.x = 3);
//          ^^^^^^^^^ error c.unsequenced
    struct pair t = {s.a++, s.a};
//                          ^^^ error c.unsequenced
    i = both(s, s.b++);
//              ^^^^^ error c.unsequenced
    s = t = s;
    v.xy = v.yx = v;
//         ^^^^^^^^ error c.unsequenced
}
