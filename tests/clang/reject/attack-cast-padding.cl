typedef struct { float a; float2 v; } Behind;
typedef struct { char c; char3 b; } Three;

__kernel void behind(__global float *x) {
    __global Behind *p = (__global Behind *)x;
//                       ^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    p[get_global_id(0)].v.x = 7;
}

__kernel void three(__global char *x) {
    __global Three *p = (__global Three *)x;
//                      ^^^^^^^^^^^^^^^^^^^ error c.unsupported
    p[get_global_id(0)].b.x = 7;
}
