// The code exchanges the coordinates, so it writes elements of other work-items.

/*@ kernel requires tcount.x == 64 && tcount.y == 64 && a.length == 4096;
    context Perm(a[tid.y * 64 + tid.x], write);
@*/
__kernel void k(__global int *a) {
    int x = get_global_id(0);
    int y = get_global_id(1);
    a[x * 64 + y] = 1;
//  ^^^^^^^^^^^^^ error store:insufficient-permission
}
