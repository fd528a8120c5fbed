// `continue` in a switch skips the end of the loop.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int x = 0;
    //@ loop_invariant 0 <= i && i <= 4 && x == (i > 2 ? i - 1 : i);
    for (int i = 0; i < 4; i++) {
        switch (i) {
        case 2: continue;
        default: break;
        }
        x++;
    }
    //@ assert x == 4;
//             ^^^^^^ error assert:condition-false
    a[get_global_id(0)] = x;
}
