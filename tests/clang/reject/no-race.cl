// All work-items write the first element.

/*@ requires tid < a.length;
    context Perm(a[0], write);
//          ^^^^^^^^^^^^^^^^^ error kernel.resources:two-writers
@*/
__kernel void k(__global int *a) {
    a[0] = 0;
}
