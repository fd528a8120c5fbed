// A break in a switch leaves the switch and not the loop around it.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 5;
@*/
__kernel void k(__global int *a) {
    int rounds = 0;
    //@ loop_invariant rounds == j;
    for (int j = 0; j < 5; j++) {
        switch (j) {
        case 2:
            break;
        }
        rounds++;
    }
    a[get_global_id(0)] = rounds;
}
