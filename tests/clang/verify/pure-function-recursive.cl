// A recursive function of the annotations says what the loop of the code computes.

/*@ requires n >= 0;
    decreases n;
    pure int triangle(int n) = n == 0 ? 0 : triangle(n - 1) + n;
@*/

/*@ kernel requires tcount <= a.length && 0 <= n && n <= 1000;
    context Perm(a[tid], write);
    ensures a[tid] == triangle(n);
@*/
__kernel void k(__global int *a, int n) {
    int sum = 0;
    //@ loop_invariant 1 <= j && j <= n + 1 && sum == triangle(j - 1) && 0 <= sum && sum <= 1000 * (j - 1);
    for (int j = 1; j <= n; j++) {
        sum += j;
    }
    a[get_global_id(0)] = sum;
}
