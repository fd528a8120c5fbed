// A sum of floats is the same value if it is computed again in the same order.

/*@ kernel requires tcount <= a.length && tcount <= b.length;
    context Perm(a[tid], write) ** Perm(b[tid], read);
    ensures a[tid] === \old(a[tid]) * 2.0f + b[tid];
@*/
__kernel void k(__global float *a, __global const float *b) {
    int i = get_global_id(0);
    float x = a[i] * 2.0f;
    a[i] = x + b[i];
}
