// The end of a row that one thread reads is written by its neighbour.

__kernel void row_is_too_long(__global float *a, int n) {
    int i = get_global_id(0);
    if (i < n) {
        for (int j = 1; j <= n; j++) {
            a[i * n + j] = a[i * n + (j - 1)];
//                         ^^^^^^^^^^^^^^^^^^ error load:data-race
        }
    }
}

__kernel void left_end_is_in_the_row_above(__global float *a, int n) {
    int i = get_global_id(0);
    if (0 < i && i < n) {
        for (int j = 0; j < n; j++) {
            a[i * n + j] = a[i * n + (j - 1)];
//                         ^^^^^^^^^^^^^^^^^^ error load:data-race
        }
    }
}
