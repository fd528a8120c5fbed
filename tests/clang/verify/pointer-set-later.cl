// A pointer that is declared without a value points into the array of its first assignment.
// trusted
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

// A pointer that is made of an integer has no value until it gets an array.
__kernel void fromAnInteger(__global int *a, int n) {
    __global int *p = (__global int *)get_global_id(0);
    __global int *q;
    q = (__global int *)(size_t)n;
    p = a;
    q = p;
    q[get_global_id(0)] = 1;
}
