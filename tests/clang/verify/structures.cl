// Structures: nested ones, with vectors in them, as variables, elements, parameters and results.
typedef struct { float4 at; int id; } particle;
struct inner { int a; int b; };
struct outer { struct inner in; int c; };

struct outer raised(struct outer s, int by) {
    s.in.b += by;
    return s;
}
particle moved(particle p, float4 by) {
    particle q = {p.at + by, p.id};
    return q;
}

/*@ kernel requires ps.length == tcount && os.length == tcount;
    context Perm(ps[tid], write) ** Perm(os[tid], write);
    ensures ps[tid].at.y === \old(ps[tid].at.y) + by.y && ps[tid].id == start.in.a;
    ensures os[tid] == \old(os[tid]) || os[tid].c == 9;
@*/
__kernel void k(__global particle *ps, __global struct outer *os, struct outer start, float4 by) {
    int i = get_global_id(0);
    particle p = ps[i];
    p = moved(p, by);
    ps[i] = p;
    (&ps[i])->id = 1;
    __global particle *q = ps + i;
    q->id = start.in.a;
    struct outer s = {{1, 2}};
    //@ assert s.in.a == 1 && s.in.b == 2 && s.c == 0;
    struct outer t = s;
    s.in.a = 5;
    //@ assert t.in.a == 1;
    s = raised(t, 7);
    //@ assert s.in.b == 9 && t.in.b == 2 && s.c == t.c;
    struct inner n = {.b = 4};
    //@ assert n.a == 0 && n.b == 4;
    t.in = n;
    t.c = sizeof(struct outer) + sizeof(particle);
    //@ assert t.c == 12 + 32 && t.in == n;
    struct outer own[2];
    own[1] = t;
    own[0] = own[1];
    own[1].in.a = 3;
    //@ assert own[0].in.a == 0 && own[1].in.a == 3;
    start.in.a = 2;
    if (start.in.a == 2) os[i].c = 9;
}
