// Pointers to one place cannot be moved, and annotations have no name for the place.
struct pair { int a; int b; };

void add(int *a, int n) {
    *a += n;
}

__kernel void k(__global struct pair *p, int n) {
    struct pair s = {1, 2};
    int *q = &s.a;
    q[1] = 3;
//  ^^^^ error c.unsupported
    *(q + 1) = 3;
//    ^^^^^ error c.unsupported
    q++;
//  ^^^ error c.unsupported
    __global int *r = &p[0].a;
    r[1] = 3;
//  ^^^^ error c.unsupported
    __global int *t = &*r;
    t[1] = 3;
//  ^^^^ error c.unsupported
    __global int *u = &*&p[0].a;
    u += 1;
//  ^^^^^^ error c.unsupported
    //@ assert q == 1;
//             ^ error c.unsupported
    //@ assert q[0] == 1;
    int m = 0;
    add(&m, m++);
//          ^^^ error c.unsequenced
    q = &m;
//  ^^^^^^ error c.unsupported
}
