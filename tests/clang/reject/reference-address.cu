// A pointer to a component is none to the next component.
struct pair {
    int a, b;
};
struct started {
    int a = 3;
};

__global__ void k(pair *p) {
    int &r = p[0].a;
    int *q = &r;
//           ^^ error c.unsupported
    const int &s = p[0].b;
    const int *t = &s;
//                 ^^ error c.unsupported
    started u = started();
//              ^^^^^^^^^ error c.unsupported
}
