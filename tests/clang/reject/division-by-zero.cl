// The divisor may be 0.

/*@ kernel requires tcount <= a.length && tcount <= b.length;
    context Perm(a[tid], write) ** Perm(b[tid], read);
    requires 0 <= b[tid] && a[tid] > 0;
@*/
__kernel void divide(__global int *a, __global const int *b) {
    int i = get_global_id(0);
    a[i] = a[i] / b[i];
//                ^^^^ error expression:division-by-zero
}
