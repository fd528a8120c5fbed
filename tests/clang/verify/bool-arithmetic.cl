// A comparison is the number 1 or 0, with which the code computes.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == (\old(a[tid]) > 0 ? 1 : \old(a[tid]) < 0 ? -1 : 0);
@*/
__kernel void sign(__global int *a) {
    int i = get_global_id(0);
    a[i] = (a[i] > 0) - (a[i] < 0);
}
