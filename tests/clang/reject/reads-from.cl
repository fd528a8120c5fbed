// Functions that access other arrays than they say.
int get(__global int *p, __global int *q, int i) {
    __reads_from(p);
//  ^^^^^^^^^^^^^^^ error assert:condition-false
    return p[i] > 5 ? q[i] : 0;
}

void put(__global int *p, __global int *q, int i) {
    __writes_to(p);
//  ^^^^^^^^^^^^^^ error assert:condition-false
    p[i] = 1;
    if (i > 3) q[i] = 2;
}

__kernel void reads(__global int *a, __global int *b, __global int *c) {
    int i = get_global_id(0);
    c[i] = get(a, b, i);
}

__kernel void writes(__global int *a, __global int *b) {
    put(a, b, get_global_id(0));
}

__kernel void loop(__global int *a, __global int *b) {
    __reads_from(a);
//  ^^^^^^^^^^^^^^^ error assert:condition-false
//  ^^^^^^^^^^^^^^^ error assert:condition-false
    int i = 0;
    while (i < 5 && b[i] > 0) i++;
    a[get_global_id(0)] = i;
}
