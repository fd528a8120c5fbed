// Rows that are too short in several ways: a condition under which a single thread is active would hide that.

__kernel void interior(__global int *a, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1) a[(y - 1) * (w - 3) + x - 1] = 1;
//                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:data-race
}

__kernel void valid(__global float *b, int w, int h, int k) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x <= w - k && y <= h - k) b[y * (w - k) + x] = 0;
//                                ^^^^^^^^^^^^^^^^^^ error store:data-race
}

__kernel void halfw(__global float *b, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x < w && y < h) b[y * (w / 2) + x] = 0;
//                      ^^^^^^^^^^^^^^^^^^ error store:data-race
}
