// In a launch of two dimensions, all work-items of a column get the same element.

/*@ kernel requires tcount.x <= a.length && tcount.y == 3;
    context Perm(a[tid.x], write);
//          ^^^^^^^^^^^^^^^^^^^^^ error kernel.resources:two-writers
@*/
__kernel void k(__global int *a) {
    a[get_global_id(0)] = get_global_id(1);
}
