// Bits of a value as another type, of scalars and of the lanes of vectors.
// trusted

//@ requires tid < a.length ** Perm(a[tid], write);
__kernel void k(__global float4 *a, int n, float y) {
    int i = get_global_id(0);
    float one = as_float(0x3f800000);
    //@ assert one == 1.0f;
    int bits = as_int(-2.0f);
    //@ assert bits == -1073741824;
    int4 v = as_int4((float4)(1.0f, 2.0f, 0.0f, -0.0f));
    //@ assert v.x == 1065353216 && v.y == 1073741824 && v.z == 0 && v.w == -2147483648;
    float4 w = as_float4((int4)(0x3f800000, 0, 1, -1));
    //@ assert w.x == 1.0f && w.y == 0.0f && w.w != w.w;
    float p = as_float(n), q = as_float((uint)n);
    //@ assert p === q;
    uint u = as_uint(y), t = as_uint(y);
    if (y == y) {
        //@ assert u == t;
    }
    a[i] = as_float4(as_int4(a[i]) & 0x7fffffff);
    float3 three = as_float3(a[i]);
    a[i].x = three.z;
}
