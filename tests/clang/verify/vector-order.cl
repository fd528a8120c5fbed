// Parts are assigned as if all at once: indices and values do not see parts that are assigned before.

__kernel void k(int4 v) {
    int4 own[8];
    own[0] = (int4)(1, 2, 3, 4);
    own[1] = own[0];
    own[2] = 0;
    own[own[0].x] = 5;
    //@ assert own[1].y == 5 && own[0].x == 1;
    own[1] = (int4)(2, 7, 7, 7);
    own[2] = (int4)(3, 9, 9, 9);
    int4 w = own[1];
    w = own[w.x];
    //@ assert w.x == 3 && w.y == 9;
    own[own[1].x].xy = own[1].yx;
    //@ assert own[2].x == 7 && own[2].y == 2;
    own[1] = own[own[1].x];
    //@ assert own[1].x == 7 && own[1].w == 9;
    int4 o = v;
    v.xy ^= v.yx & 1;
    //@ assert v.z == o.z;
    v.zw = v.xy = o.yx;
    //@ assert v.z == o.y && v.w == o.x && v.x == o.y;
    int4 z = (v.xy = o.zw).yxyx;
    //@ assert z.x == o.w && z.y == o.z && v.x == o.z;
    int4 c = (int4)(1, 0, 3, 4);
    /*@ loop_invariant 0 <= i && i <= 10 && c.y == i && c.x == 1; @*/
    for (int i = 0; i < 10; i++) {
        c.y++;
    }
    //@ assert c.y == 10 && c.z == 3;
}
