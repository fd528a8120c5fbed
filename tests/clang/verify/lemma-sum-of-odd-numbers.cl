// A lemma shows by induction that the sum of the first n odd numbers is the square of n.

/*@ requires n >= 0;
    decreases n;
    pure int odds(int n) = n == 0 ? 0 : odds(n - 1) + 2 * n - 1;

    requires n >= 0;
    decreases n;
    ensures \result && odds(n) == n * n;
    pure bool squares(int n) = n == 0 ? true : squares(n - 1);
@*/

/*@ kernel requires tcount <= a.length && 0 <= n && n <= 1000;
    context Perm(a[tid], write);
    ensures a[tid] == n * n;
@*/
__kernel void k(__global int *a, int n) {
    int sum = 0;
    //@ loop_invariant 0 <= j && j <= n && sum == odds(j) && squares(j);
    for (int j = 0; j < n; j++) {
        sum += 2 * j + 1;
        //@ assert squares(j + 1);
    }
    //@ assert squares(n);
    a[get_global_id(0)] = sum;
}
