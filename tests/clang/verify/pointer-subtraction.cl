// The difference of two pointers into one array is that of the numbers of their elements.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == tid;
@*/
__kernel void k(__global int *a) {
    __global int *p = a + get_global_id(0);
    *p = (int)(p - a);
}
