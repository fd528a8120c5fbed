// Each thread writes a row of the upper triangle, and the column that mirrors it. The diagonal is in both.

__kernel void k(__global float *c, __global const float *v, int m) {
    int i = get_global_id(0);
    if (i < m) {
        for (int j = i; j < m; j++) {
            c[i * m + j] = v[i] * v[j];
            c[j * m + i] = c[i * m + j];
        }
    }
}
