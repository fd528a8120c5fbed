// At the start of the kernel there is no older value.

/*@ kernel requires tcount <= a.length;
    requires Perm(a[tid], write) ** a[tid] == \old(a[tid]);
//                                            ^^^^^^^^^^^^ error resolve.old-outside
@*/
__kernel void k(__global int *a) {
    a[get_global_id(0)] = 1;
}
