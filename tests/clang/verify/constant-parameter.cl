// A parameter in constant memory is an array that the kernel only reads.

/*@ kernel requires tcount <= a.length && 4 <= table.length;
    context Perm(a[tid], write) ** Perm(table[tid % 4], read);
    ensures a[tid] == table[tid % 4];
@*/
__kernel void k(__global int *a, __constant int *table) {
    int i = get_global_id(0);
    a[i] = table[i % 4];
}
