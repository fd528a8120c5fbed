// All arguments are computed before anything is stored.
__global__ void same(float v) {
    float c, x, y, u = v;
    sincosf(u, &u, &c);
    sincosf(u, &x, &y);
    assert(c == y || c != c);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void place(float v) {
    float s, c, f = 0, a[2] = {0, 0};
    sincosf(v, &s, &c);
    if (s != 0) sincosf(v, &f, &a[f == 0 ? 2 : 0]);
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown store:out-of-bounds
}
