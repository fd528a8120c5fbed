// The contract promises a difference, and the code computes a sum.

/*@ kernel requires tcount <= a.length && tcount <= b.length && tcount <= c.length;
    context Perm(a[tid], read) ** Perm(b[tid], read) ** Perm(c[tid], write);
    ensures c[tid] == \wrap(u32, a[tid] - b[tid]);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__kernel void add(__global const uint *a, __global const uint *b, __global uint *c) {
    int i = get_global_id(0);
    c[i] = a[i] + b[i];
}
