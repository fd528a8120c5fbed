// A function swaps two elements of the array that the kernel passes to it.

void swap(__global int *p, int i, int j) {
    int t = p[i];
    p[i] = p[j];
    p[j] = t;
}

/*@ kernel requires a.length == 2 * tcount && tcount <= 1000000;
    context Perm(a[2 * tid], write) ** Perm(a[2 * tid + 1], write);
    ensures a[2 * tid] == \old(a[2 * tid + 1]) && a[2 * tid + 1] == \old(a[2 * tid]);
@*/
__kernel void swap_pairs(__global int *a) {
    int i = get_global_id(0);
    swap(a, 2 * i, 2 * i + 1);
}
