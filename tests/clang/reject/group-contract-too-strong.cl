// The work-items write 1, and the contract of the group promises 2.

/*@ kernel requires gsize == 8 && tcount <= a.length;
    group context (\forall* int j = 0 .. 8; Perm(a[gid * 8 + j], write));
    group ensures (\forall int j = 0 .. 8; a[gid * 8 + j] == 2);
//                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error group.postcondition:condition-false
    context Perm(a[tid], write);
    ensures a[tid] == 1;
@*/
__kernel void k(__global int *a) {
    a[get_global_id(0)] = 1;
}
