// What is wrong about unions.

union bits { float f; uint u; };
union lanes { float4 v; float s[4]; };

__kernel void wrong(__global uint *a) {
    union bits b;
    b.u = 7;
    b.f = 1.0f;
    uint u = b.u;
    //@ assert u == 7;
//             ^^^^^^ error assert:condition-false
    a[get_global_id(0)] = u;
}

// A number and its bits are no float with the same value.
__kernel void converted(__global float *a) {
    union bits b;
    b.u = 1;
    float f = b.f;
    //@ assert f == 1.0f;
//             ^^^^^^^^^ unknown assert:condition-false
    a[get_global_id(0)] = f;
}

__kernel void outside(__global float *a, int n) {
    union lanes l;
    l.v = (float4)(1.0f);
    a[get_global_id(0)] = l.s[n & 7];
//                        ^^^^^^^^^^ error load:out-of-bounds
}
