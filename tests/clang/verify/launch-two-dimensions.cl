// Each work-item of a launch of two dimensions writes one element of a matrix of 64 columns.

/*@ kernel requires tcount.x == 64 && tcount.y <= 64 && a.length == 4096;
    context Perm(a[tid.y * 64 + tid.x], write);
    ensures a[tid.y * 64 + tid.x] == tid.x + tid.y;
@*/
__kernel void k(__global int *a) {
    int x = get_global_id(0);
    int y = get_global_id(1);
    a[y * 64 + x] = x + y;
}
