// Functions say which arrays they access.
int get(__global int *p, __global int *q, int i) {
    __reads_from(p);
    return p[i];
}

void put(__global int *p, __global int *q, int i, int n) {
    __writes_to(p);
    __reads_from(q);
    // What is not computed is not read.
    if (n > 0 && q[i] > 0) p[i] += q[i];
}

__kernel void calls(__global int *a, __global int *b, __global int *c) {
    int i = get_global_id(0);
    __requires(-100 < b[get_global_id(0)] && b[get_global_id(0)] < 100);
    c[i] = get(b, a, i);
    put(c, b, i, 1);
}

__kernel void own(__global int *a, __global const int *b) {
    __writes_to(a);
    for (int k = 0; k < 3; k++) a[get_global_id(0)] = b[get_global_id(0)];
}
