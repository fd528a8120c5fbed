// Each thread updates its own row in place. The elements at the ends of the row are read, and never written.

__kernel void from_the_left(__global float *a, __global const float *b, int n) {
    int i = get_global_id(0);
    if (i < n) {
        for (int j = 1; j < n; j++) {
            a[i * n + j] = a[i * n + j] - a[i * n + (j - 1)] * b[j];
        }
    }
}

__kernel void from_both_sides(__global float *a, int n) {
    int i = get_global_id(0);
    if (i < n) {
        for (int j = 1; j < n - 1; j++) {
            a[i * n + j] = a[i * n + (j - 1)] + a[i * n + (j + 1)];
        }
    }
}
