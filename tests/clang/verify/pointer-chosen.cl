// A pointer of each work-item points to one of two elements, and the condition of the work-item decides.

/*@ kernel requires a.length == 2 * tcount && tcount <= 1000000;
    context Perm(a[2 * tid], write) ** Perm(a[2 * tid + 1], write);
    ensures a[2 * tid + (second != 0 ? 1 : 0)] == 5;
@*/
__kernel void k(__global int *a, int second) {
    int i = get_global_id(0);
    __global int *p = second ? a + (2 * i + 1) : a + 2 * i;
    *p = 5;
}
