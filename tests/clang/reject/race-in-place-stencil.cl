// Each work-item reads the element that its left neighbour writes.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__kernel void shift(__global int *a) {
    int i = get_global_id(0);
    if (i > 0) {
        a[i] = a[i - 1];
//             ^^^^^^^^ error load:insufficient-permission
    }
}
