// The guard lets the work-item with the number n through, which has no permission for its element of `a`.

/*@ kernel requires n < a.length && n < c.length;
    context tid < n ==> Perm(a[tid], read);
    context tid <= n ==> Perm(c[tid], write);
@*/
__kernel void copy(__global const int *a, __global int *c, int n) {
    int i = get_global_id(0);
    if (i <= n) {
        c[i] = a[i];
//             ^^^^ error load:insufficient-permission
    }
}
