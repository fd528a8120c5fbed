// `vload3` and `vstore3` access three elements behind each other, also if the third one is the first of the next
// vector of 4.

/*@ kernel requires tcount <= 1000 && a.length == 3 * tcount && b.length == 4 * tcount;
    context Perm(a[3 * tid], read) ** Perm(a[3 * tid + 1], read) ** Perm(a[3 * tid + 2], read);
    context (\forall* int j = 4 * tid .. 4 * tid + 4; Perm(b[j], write));
    ensures b[4 * tid + 3] == a[3 * tid + 2] && b[4 * tid] == 9;
@*/
__kernel void k(__global const int *a, __global int *b) {
    int i = get_global_id(0);
    int3 v = vload3(i, a);
    vstore4((int4)(1, v), i, b);
    vstore2(vload2(0, b + 4 * i).yx, 0, b + 4 * i);
    //@ assert b[4 * tid] == a[3 * tid] && b[4 * tid + 1] == 1;
    int own[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int4 w = vload4(1, own);
    //@ assert w.x == 5 && w.w == 8;
    vstore3((int3)(7, 7, 7), 1, own);
    //@ assert own[3] == 7 && own[5] == 7;
    //@ assert own[2] == 3 && own[6] == 7;
    b[4 * i] = 9;
}
