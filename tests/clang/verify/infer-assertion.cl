// Assertions need no permissions either.

__kernel void square(__global int *a, int n) {
    int i = get_global_id(0);
    if (i < n) {
        a[i] = 3;
        //@ assert a[i] == 3;
        a[i] = a[i] * a[i];
        //@ assert a[i] == 9;
    }
}
