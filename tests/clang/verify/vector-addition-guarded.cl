// Each work-item adds two elements, and the work-items behind the end of the arrays do nothing.

/*@ kernel requires n <= a.length && n <= b.length && n <= c.length;
    context tid < n ==> Perm(a[tid], read) ** Perm(b[tid], read) ** Perm(c[tid], write);
    requires tid < n ==> -1000 <= a[tid] && a[tid] <= 1000 && -1000 <= b[tid] && b[tid] <= 1000;
    ensures tid < n ==> c[tid] == a[tid] + b[tid];
@*/
__kernel void add(__global const int *a, __global const int *b, __global int *c, int n) {
    int i = get_global_id(0);
    if (i < n) {
        c[i] = a[i] + b[i];
    }
}
