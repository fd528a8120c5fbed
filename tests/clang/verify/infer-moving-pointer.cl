// A pointer walks down a column.

__kernel void k(__global float *a, int n, int m) {
    int t = get_global_id(0);
    if (t >= n) return;
    __global float *p = a + t;
    for (int i = 0; i < m; i++) { *p = 1.0f; p += n; }
}
