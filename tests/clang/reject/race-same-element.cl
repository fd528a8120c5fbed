// All work-items write the first element, so the launch cannot give each of them the permission.

/*@ kernel requires 1 <= a.length;
    context Perm(a[0], write);
//          ^^^^^^^^^^^^^^^^^ error kernel.resources:two-writers
@*/
__kernel void first(__global int *a) {
    a[0] = get_global_id(0);
}
