// A work-item leaves the kernel in the middle of a loop, as soon as it has found the value.

/*@ kernel requires n <= a.length && tcount <= out.length;
    context (\forall* int j = 0 .. n; Perm(a[j], read));
    context Perm(out[tid], write);
    ensures 0 <= out[tid] ==> out[tid] < n && a[out[tid]] == tid;
    ensures out[tid] < 0 ==> (\forall int j = 0 .. n; a[j] != tid);
@*/
__kernel void find(__global const int *a, __global int *out, int n) {
    int i = get_global_id(0);
    //@ loop_invariant 0 <= j && (\forall int k = 0 .. j; k < n ==> a[k] != tid);
    for (int j = 0; j < n; j++) {
        if (a[j] == i) {
            out[i] = j;
            return;
        }
    }
    out[i] = -1;
}
