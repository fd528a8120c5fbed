// The loop may end by a break, so behind it the counter need not be 10.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int j = 0;
    //@ loop_invariant 0 <= j && j <= 10;
    while (j < 10) {
        if (j == n) break;
        j++;
    }
    //@ assert j == 10;
//             ^^^^^^^ error assert:condition-false
    a[get_global_id(0)] = j;
}
