// The contract of a group says what all its work-items have done together.

/*@ kernel requires gsize == 8 && tcount <= a.length;
    group requires (\forall* int j = 0 .. 8; Perm(a[gid * 8 + j], write));
    group ensures (\forall* int j = 0 .. 8; Perm(a[gid * 8 + j], write));
    group ensures (\forall int j = 0 .. 8; a[gid * 8 + j] == 1);
    context Perm(a[tid], write);
    ensures a[tid] == 1;
@*/
__kernel void k(__global int *a) {
    a[get_global_id(0)] = 1;
}
