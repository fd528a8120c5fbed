// A sum of floats depends on the order of the additions: 2^24 + 1 is rounded to 2^24.

/*@ kernel requires tcount <= a.length;
    requires Perm(a[tid], write) ** a[tid] == 16777216.0f;
    ensures Perm(a[tid], write) ** a[tid] == 16777218.0f;
//                                 ^^^^^^^^^^^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__kernel void k(__global float *a) {
    int i = get_global_id(0);
    a[i] = (a[i] + 1.0f) + 1.0f;
}
