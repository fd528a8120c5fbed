// The comma operator evaluates its left side first, and its value is that of the right side.

/*@ kernel requires tcount <= a.length && 0 <= n && n <= 100;
    context Perm(a[tid], write);
    ensures a[tid] == n + 3;
@*/
__kernel void k(__global int *a, int n) {
    int x = n;
    int y = (x += 2, x + 1);
    a[get_global_id(0)] = y;
}
