// A function with three returns stands in place of its calls.

int sign(int x) {
    if (x < 0) return -1;
    if (x > 0) return 1;
    return 0;
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures \old(a[tid]) < 0 ==> a[tid] == -1;
    ensures \old(a[tid]) == 0 ==> a[tid] == 0;
    ensures \old(a[tid]) > 0 ==> a[tid] == 1;
@*/
__kernel void signs(__global int *a) {
    int i = get_global_id(0);
    a[i] = sign(a[i]);
}
