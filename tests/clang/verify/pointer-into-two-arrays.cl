// A variable that points into one array or another one.

/*@ kernel requires tcount <= a.length && tcount <= b.length;
    context Perm(a[tid], write) ** Perm(b[tid], write);
@*/
__kernel void k(__global int *a, __global int *b, int n) {
    __global int *p = n > 0 ? a : b;
    p[get_global_id(0)] = 0;
}
