// The difference of two pointers is not supported yet.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a) {
    __global int *p = a + get_global_id(0);
    *p = (int)(p - a);
//             ^^^^^ error c.unsupported
}
