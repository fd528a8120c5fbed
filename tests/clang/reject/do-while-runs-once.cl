// The body of a do-loop runs once, also if n is 0.

/*@ kernel requires tcount <= a.length && n == 0;
    context Perm(a[tid], write);
    ensures a[tid] == 0;
//          ^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__kernel void k(__global int *a, int n) {
    int rounds = 0;
    //@ loop_invariant rounds == 0;
    do {
        rounds++;
    } while (rounds < n);
    a[get_global_id(0)] = rounds;
}
