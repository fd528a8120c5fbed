// A macro with parameters computes an index, and the annotation writes the index out.

#define WIDTH 8
#define AT(row, column) ((row) * WIDTH + (column))

/*@ kernel requires a.length == 8 * tcount && tcount <= 1000000;
    context Perm(a[tid * 8 + 3], write);
    ensures a[tid * 8 + 3] == 1;
@*/
__kernel void k(__global int *a) {
    int row = get_global_id(0);
    a[AT(row, 3)] = 1;
}
