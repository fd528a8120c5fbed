// The array has no fourth element.

__constant int weights[3] = {1, 2, 1};

/*@ requires tid < a.length;
    context Perm(a[tid], write) ** Perm(weights[1], read);
@*/
__kernel void k(__global int *a) {
    a[get_global_id(0)] = weights[3];
//                        ^^^^^^^^^^ error load:out-of-bounds
}
