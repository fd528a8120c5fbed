// Memory under a type of another size, in OpenCL.

__kernel void pairs(__global ushort *parts, __global uint *out) {
    int i = get_global_id(0);
    out[i] = ((__global uint *)parts)[i];
    ((__global ushort2 *)parts)[i] = (ushort2)(1, 2);
}

__kernel void localBytes(__global uchar *out) {
    __local uchar s[64];
    int t = get_local_id(0);
    if (t < 16) {
        ((__local uint *)s)[t] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[t & 63];
}

__kernel void floatsOfVectors(__global float4 *v, __global float *out) {
    int i = get_global_id(0);
    out[i] = ((__global float *)v)[4 * i + 3];
}
