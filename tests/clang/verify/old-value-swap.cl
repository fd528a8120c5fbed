// `\old` is the value at the start of the kernel, so the contract says that two elements are exchanged.

/*@ kernel requires tcount <= a.length && tcount <= b.length;
    context Perm(a[tid], write) ** Perm(b[tid], write);
    ensures a[tid] == \old(b[tid]) && b[tid] == \old(a[tid]);
@*/
__kernel void swap(__global int *a, __global int *b) {
    int i = get_global_id(0);
    int t = a[i];
    a[i] = b[i];
    b[i] = t;
}
