//--overflow=ignore
// Signed results are not checked; unsigned ones wrap around as before.
__kernel void numbers(__global int *a, int n, unsigned m) {
    int i = get_global_id(0);
    a[i] = n * n + i;
    unsigned before = m - 1u;
    __assert(before == 4294967295u || before < m);
}
