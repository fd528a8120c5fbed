// The first `return` of the function has no minus sign.

int absolute(int x) {
    if (x < 0) return x;
    return x;
}

/*@ kernel requires tcount <= a.length;
    requires Perm(a[tid], write) ** a[tid] >= -1000;
    ensures Perm(a[tid], write) ** a[tid] >= 0;
//                                 ^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__kernel void k(__global int *a) {
    int i = get_global_id(0);
    a[i] = absolute(a[i]);
}
