// Names in annotations: whole vectors, hidden names, bound names, components of other things.

/*@ requires tid < p.length;
    context Perm(p[tid], write);
    ensures p[tid] > 0;
//          ^^^^^^ error c.unsupported
@*/
__kernel void k(__global int2 *p, int2 v) {
    int2 w = v;
    {
        int w = 3;
        //@ assert w.x == v.x;
//                 ^^^ error resolve.axis
    }
    //@ assert w.x == v.x;
    //@ assert w;
//             ^ error c.unsupported
    int q = 1;
    {
        int2 q = (int2)(2);
        //@ assert q == 1;
//                 ^ error c.unsupported
        //@ assert q.x == 2;
    }
    //@ assert q == 1;
    //@ assert q.x == 2;
//             ^^^ error resolve.axis
}

/*@ requires tid < p.length;
    context Perm(p[tid], write);
    ensures (\forall int v = 0 .. 3; v >= 0);
//                       ^ error c.unsupported
//                                   ^ error c.unsupported
    ensures p[tid].u == 1;
//          ^^^^^^^^ error c.unsupported
    ensures p.x == 1;
//          ^^^ error type.dimensions
    ensures v.xx == p[tid];
    ensures v.xxy == p[tid];
//          ^^^^^ error c.unsupported
//                   ^^^^^^ error c.unsupported
@*/
__kernel void names(__global int2 *p, int2 v) {}
