// What each work-item computes is the sum of the products of a row and a column.

/*@ kernel requires a.length == 64 && b.length == 64 && c.length == 64;
    kernel requires gsize.x == 8 && gsize.y == 8 && ngroups.x == 1 && ngroups.y == 1;
    context (\forall* int j = 0 .. 8; Perm(a[tid.y * 8 + j], read) ** Perm(b[j * 8 + tid.x], read));
    requires (\forall int j = 0 .. 8; 0 <= a[tid.y * 8 + j] && a[tid.y * 8 + j] <= 100);
    requires (\forall int j = 0 .. 8; 0 <= b[j * 8 + tid.x] && b[j * 8 + tid.x] <= 100);
    context Perm(c[tid.y * 8 + tid.x], write);
    ensures c[tid.y * 8 + tid.x] == (\sum int j = 0 .. 8; a[tid.y * 8 + j] * b[j * 8 + tid.x]);
@*/
__kernel void multiply(__global const int *a, __global const int *b, __global int *c) {
    int x = get_global_id(0);
    int y = get_global_id(1);
    int sum = 0;
    /*@ loop_invariant sum == (\sum int j = 0 .. k; a[tid.y * 8 + j] * b[j * 8 + tid.x]);
        loop_invariant 0 <= sum && sum <= k * 10000;
    @*/
    for (int k = 0; k < 8; ++k) {
        sum += a[y * 8 + k] * b[k * 8 + x];
    }
    c[y * 8 + x] = sum;
}
