// The sum starts with 1, so the invariant does not hold in front of the loop.

/*@ kernel requires tcount == 1 && a.length == 8 && c.length == 1;
    context (\forall* int j = 0 .. 8; Perm(a[j], read)) ** Perm(c[0], write);
    requires (\forall int j = 0 .. 8; 0 <= a[j] && a[j] <= 100);
@*/
__kernel void sum(__global const int *a, __global int *c) {
    int sum = 1;
    //@ loop_invariant 0 <= sum && sum <= k * 100;
//                                 ^^^^^^^^^^^^^^ error invariant.entry:condition-false
    for (int k = 0; k < 8; ++k) {
        sum += a[k];
    }
    c[0] = sum;
}
