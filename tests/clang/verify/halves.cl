// Floats of 16 bits in memory: loaded and stored with conversions.
// trusted

/*@ requires 4 * tid + 3 < x.length && tid < y.length && 4 * tid + 3 < z.length;
    context Perm(y[tid], write) ** (\forall* int i; 0 <= i && i < x.length; Perm(x[i], read));
    context (\forall* int i; 0 <= i && i < 4; Perm(z[4 * tid + i], write));
@*/
__kernel void k(__global const half *x, __global half *y, __global half *z) {
    int i = get_global_id(0);
    float a = vload_half(i, x), b = vload_half(i + 0, x);
    //@ assert a === b;
    vstore_half(a, i, y);
    half h = y[i];
    float4 v = vload_half4(i, x);
    vstore_half4_rtz(v * 2.0f, i, z);
    y[i] = h + (half)1;
    if (h < y[i]) y[i] = as_half((short)(as_short(h) & 0x7fff));
}
