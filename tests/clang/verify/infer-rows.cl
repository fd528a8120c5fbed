// The row is multiplied by another size than its length: rows do not overlap if they are not longer than that.

__kernel void k(__global int *a, int width, int height) {
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < width && y < height) {
        a[y * height + x] = 1;
    }
}
