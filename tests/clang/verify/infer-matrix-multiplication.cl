// Each work-item reads a row and a column, and writes one element.

__kernel void multiply(__global const float *a, __global const float *b, __global float *c, int n, int m, int l) {
    int row = get_global_id(1);
    int col = get_global_id(0);
    if (row < n && col < m) {
        float sum = 0.0f;
        for (int k = 0; k < l; k++) {
            sum += a[row * l + k] * b[k * m + col];
        }
        c[row * m + col] = sum;
    }
}
