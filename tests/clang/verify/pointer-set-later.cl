// A pointer that is declared without a value points into the array of its first assignment.
/*@ requires 1 < a.length && 0 <= n && n < 1000; context Perm(a[0], read) ** Perm(a[1], read); @*/
__kernel void k(__global const int *a, int n) {
    __global const int *p;
    if (n > 5) {
        p = a;
    } else {
        p = a + 1;
    }
    int x = *p;
    //@ assert n > 5 ==> x == a[0];
    //@ assert n <= 5 ==> x == a[1];
}
