// Vectors are not supported yet.

__kernel void k(__global float4 *a) {
//              ^^^^^^^^^^^^^^^^^^ error c.unsupported
    a[get_global_id(0)] = (float4)(0.0f);
//                        ^^^^^^^^^^^^^ error c.unsupported
}
