// A permission of a parameter cannot be given to each work-item.

/*@ requires 0 < a.length;
    context Perm(a[0], write);
//          ^^^^^^^^^^^^^^^^^ error kernel.resources:two-writers
@*/
__kernel void k(__global int *a) {
    a[0] = 1;
}
