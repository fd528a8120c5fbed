//--overflow=ignore
// Unsigned differences wrap around, and a signed quotient needs a divisor.
__kernel void numbers(__global int *a, int n, unsigned m) {
    int i = get_global_id(0);
    a[i] = n / (n - n);
    unsigned before = m - 1u;
    __assert(before < m);
}
//! error expression:division-by-zero 5:17:5
//! unknown assert:condition-false 7:14:10
