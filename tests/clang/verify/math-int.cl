//--math-int
// Nothing wraps around: neither a product of signed numbers nor a difference of unsigned ones.
__kernel void numbers(__global int *a, int n, unsigned m) {
    int i = get_global_id(0);
    a[i] = n * n;
    unsigned before = m - 1u;
    __assert(before < m);
}
