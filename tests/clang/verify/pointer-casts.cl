// A pointer to numbers, cast to one to vectors of OpenCL.
__kernel void scaled(__global const float *in, __global float *out, int n) {
    int i = get_global_id(0);
    if (0 <= n && i < n && n < 1000000) {
        __global float4 *p = (__global float4 *)(out + 8);
        p[i] = ((__global const float4 *)in)[i] * 2.0f;
    }
}
