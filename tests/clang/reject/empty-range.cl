// A loop may run no iteration.

/*@ requires tid < a.length && 0 <= n && n < 100;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int x = 0;
    //@ loop_invariant 0 <= i && i <= n && (i > 0 ==> x == 1);
    for (int i = 0; i < n; i++) {
        x = 1;
    }
    //@ assert x == 1;
//             ^^^^^^ error assert:condition-false
    a[get_global_id(0)] = x;
}
