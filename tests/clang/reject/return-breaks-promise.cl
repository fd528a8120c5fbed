// The work-items with an even number leave before they have written what the contract promises.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 1;
//          ^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__kernel void k(__global int *a) {
    int i = get_global_id(0);
    if (i % 2 == 0) return;
    a[i] = 1;
}
