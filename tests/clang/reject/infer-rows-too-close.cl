// The rows of two threads overlap for each positive `p`. No condition hides that: not one under which a single thread is
// active, and not one under which `p` is at most 0.

__kernel void rows(__global float *b, int n, int m, int p) {
    int i = get_global_id(0);
    if (i < n) for (int j = 0; j < m; j++) b[i * (m - p) + j] = 0;
//                                         ^^^^^^^^^^^^^^^^^^ error store:data-race
//                                                ^^^^^ error expression:overflow
}
