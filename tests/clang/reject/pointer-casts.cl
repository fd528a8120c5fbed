// One lane of a vector of OpenCL is a part of one object, also behind a cast.
__kernel void lanes(__global float *a) {
    int i = get_global_id(0);
    if (i < 2) {
        __global float2 *p = (__global float2 *)a;
        if (i == 0) p[0].x = 1.0f;
//                  ^^^^ error load:data-race
        else p[0].y = 2.0f;
//           ^^^^ error load:data-race
    }
}

__kernel void three(__global float *a) {
    __global float3 *p = (__global float3 *)a;
//                       ^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
