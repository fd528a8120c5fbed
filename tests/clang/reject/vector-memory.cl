// Vectors in memory that threads share: an assignment of one lane writes the vector, so two threads race on it, and
// the permission for one lane is not enough.

/*@ kernel requires get_num_groups(0) == 1 && gsize.x == 2 && p.length == 1;
    requires tid == 0 ==> Perm(p[0].x, write);
    requires tid == 1 ==> Perm(p[0].y, write);
@*/
__kernel void lanes(__global int2 *p) {
    int i = get_global_id(0);
    if (i == 0) p[0].x = 1;
//              ^^^^ error load:insufficient-permission
//              ^^^^ unknown store:insufficient-permission
    if (i == 1) p[0].s1 = 1;
//              ^^^^ error load:insufficient-permission
//              ^^^^ unknown store:insufficient-permission
}

/*@ context tid < p.length ==> Perm(p[tid], read); @*/
__kernel void reads(__global int2 *p) {
    int i = get_global_id(0);
    if (i < 10) p[i].x = 1;
//              ^^^^ error load:out-of-bounds
//              ^^^^ error store:insufficient-permission
}

/*@ requires 0 < p.length;
    context Perm(p[0], write);
//          ^^^^^^^^^^^^^^^^^ error kernel.resources:two-writers
//          ^^^^^^^^^^^^^^^^^ error kernel.resources:two-writers
@*/
__kernel void race(__global int2 *p) {
    p[0] = (int2)(1, 2);
}

/*@ context tid < p.length ==> Perm(p[tid], write);
    requires tid < p.length;
@*/
__kernel void copies(__global int2 *p, int n) {
    int i = get_global_id(0);
    int2 v = p[i];
    p[i].x = 5;
    if (n == 1) {
        //@ assert v.x == 5;
//                 ^^^^^^^^ error assert:condition-false
    }
    v.y = 3;
    if (n == 2) {
        //@ assert p[i].y == 3;
//                 ^^^^^^^^^^^ error assert:condition-false
    }
    p[i].yx = p[i].xy;
    if (n == 3) {
        //@ assert p[i].x == p[i].y;
//                 ^^^^^^^^^^^^^^^^ error assert:condition-false
    }
    __global int2 *q = &p[i];
    if (n == 5) v = q[1];
//                  ^^^^ error load:out-of-bounds
}

/*@ kernel requires gsize.x == 4;
    requires Perm(tile[lid].x, write);
@*/
__kernel void tiles(__global int2 *p) {
    __local int2 tile[4];
    tile[get_local_id(0)].x = 1;
//  ^^^^^^^^^^^^^^^^^^^^^ error load:insufficient-permission
}
