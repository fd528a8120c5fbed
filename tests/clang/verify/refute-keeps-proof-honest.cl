// `refute` shows that the contract does not contradict itself and that the assertion is not trivial.

/*@ kernel requires tcount <= a.length;
    requires Perm(a[tid], write) ** 0 < a[tid] && a[tid] < 100;
@*/
__kernel void k(__global int *a) {
    int i = get_global_id(0);
    //@ refute a[tid] > 1;
    a[i] += 1;
    //@ assert a[tid] > 1;
    //@ refute false;
}
