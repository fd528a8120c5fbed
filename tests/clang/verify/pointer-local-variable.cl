// A local variable points into the middle of an array, and is used with positive and negative indices.

/*@ kernel requires a.length == 3 * tcount && tcount <= 1000000;
    context Perm(a[3 * tid], read) ** Perm(a[3 * tid + 1], write) ** Perm(a[3 * tid + 2], read);
    ensures a[3 * tid + 1] == (a[3 * tid] > a[3 * tid + 2] ? a[3 * tid] : a[3 * tid + 2]);
@*/
__kernel void middle(__global int *a) {
    __global int *p = a + 3 * get_global_id(0) + 1;
    int before = p[-1];
    int after = *(p + 1);
    *p = before > after ? before : after;
}
