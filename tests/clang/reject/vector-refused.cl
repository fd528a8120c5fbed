// Constructs about vectors that Sepal does not read.
#define PASTE(v, a, b) v.a##b

union both { int i; float f; };
struct list { int a[2]; };
struct node { __global struct node *next; };

__kernel void unions(__global union both *p, struct list l, __global struct node *n) {}
//                   ^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
//                                                          ^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported

__kernel void k(__global float4 *p, __global float *a, float4 f, int4 r, int n) {
    int2 g = PASTE(r, x, y);
//           ^^^^^ error c.unsupported
    int2 h = r.xy;
    //@ assert h.z == r.x;
//             ^^^ error c.unsupported
    //@ assert h.sa == r.x;
    int lane = r[n];
//             ^^^^ error c.unsupported
    int4 bits = (int4)(0);
    short8 parts = as_short8(f);
//                 ^^^^^^^^^ error c.unsupported
    bits = convert_int4_sat(f);
//         ^^^^^^^^^^^^^^^^^^^ error c.unsupported
    __global float *q = (__global float *)p;
    __global float4 *s = (__global float4 *)a;
    bits = mad_sat(r, r, r);
//         ^^^^^^^^^^^^^^^^ error c.unsupported
    bits = shuffle(r, (uint4)(0));
//         ^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    int3 odd = (int3)(1);
    odd.lo = odd.odd;
//           ^^^^^^^ error c.unsupported
    vstore_half(f.x, 0, (__global half *)a);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
