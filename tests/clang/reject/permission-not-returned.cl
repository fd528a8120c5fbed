// The thread promises to give back the permission of its neighbour, which it never had.

/*@ kernel requires tcount < a.length;
    requires Perm(a[tid], write);
    ensures Perm(a[tid + 1], write);
//          ^^^^^^^^^^^^^^^^^^^^^^^ error thread.postcondition:insufficient-permission
@*/
__kernel void k(__global int *a) {
    a[get_global_id(0)] = 1;
}
