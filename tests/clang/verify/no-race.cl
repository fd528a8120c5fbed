// Each work-item writes its own element.

/*@ requires tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a) {
    a[get_global_id(0)] = 0;
}
