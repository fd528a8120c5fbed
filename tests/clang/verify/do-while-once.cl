// The body of a do-loop runs once even if the condition is false from the start.

/*@ kernel requires tcount <= a.length && n <= 0;
    context Perm(a[tid], write);
    ensures a[tid] == 1;
@*/
__kernel void k(__global int *a, int n) {
    int rounds = 0;
    //@ loop_invariant rounds == 0;
    do {
        rounds++;
    } while (rounds < n);
    a[get_global_id(0)] = rounds;
}
