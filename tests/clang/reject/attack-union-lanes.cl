// A vector of three lanes has space behind the lanes, which a store may change.

typedef union {
    float3 v;
    float s[4];
} Lanes;

__kernel void space(__global float *a) {
    Lanes l;
//  ^^^^^^^ error c.unsupported
    l.s[3] = 7.0f;
    l.v = (float3)(1.0f, 2.0f, 3.0f);
    float z = l.s[3];
    //@ assert z == 7.0f;
    a[get_global_id(0)] = z;
}
