// The table has four elements, and the index goes up to 4.

__constant int table[4] = {1, 2, 3, 4};

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write) ** (\forall* int j = 0 .. 4; Perm(table[j], read));
@*/
__kernel void k(__global int *a) {
    int i = get_global_id(0);
    a[i] = table[i % 5];
//         ^^^^^^^^^^^^ error load:out-of-bounds
}
