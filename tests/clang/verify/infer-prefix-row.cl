// Each work-item sums up its own row in place, and reads the element in front of the one that it writes.

__kernel void rows(__global int *a, int n, int m) {
    int i = get_global_id(0);
    if (i < n) {
        for (int j = 1; j < m; j++) {
            a[i * m + j] = (a[i * m + j] >> 1) + (a[i * m + j - 1] >> 1);
        }
    }
}
