// A pointer to a component, also through a reference, is none to the next component.
struct pair {
    int a, b;
};
struct started {
    int a = 3;
};

__global__ void k(pair *p) {
    int &r = p[0].a;
    int *q = &r;
    q[1] = 3;
//  ^^^^ error c.unsupported
    const int &s = p[0].b;
    const int *t = &s;
    int v = t[-1];
//          ^^^^^ error c.unsupported
    started u = started();
//              ^^^^^^^^^ error c.unsupported
}
