// Private unions whose members have one size.

union bits { float f; uint u; int i; };

__kernel void sign(__global float *a) {
    union bits b;
    b.f = a[get_global_id(0)];
    b.u &= 0x7fffffff;
    a[get_global_id(0)] = b.f;
}

__kernel void known(__global uint *a, int x) {
    union bits b = { 1.0f };
    uint one = b.u;
    union bits c = { .i = -1 };
    uint all = c.u;
    c.i = x;
    int same = c.i;
    //@ assert all == 4294967295;
    //@ assert same == x;
    a[get_global_id(0)] = one;
}

typedef union { float4 v; float s[4]; uint u[4]; } lanes;

__kernel void components(__global float4 *a, __global float *sum) {
    lanes l;
    l.v = a[get_global_id(0)];
    float total = 0.0f;
    for (int k = 0; k < 4; k++) {
        total += l.s[k];
        l.u[k] ^= 0x80000000;
    }
    l.s[0] = 3.0f;
    float first = l.v.x;
    //@ assert first == 3.0f;
    a[get_global_id(0)] = l.v;
    sum[get_global_id(0)] = total;
}
