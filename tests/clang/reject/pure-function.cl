// The helper function does not return this.

//@ pure int double_of(int x) = 2 * x;

int twice(int x) {
    if (x > 1000) return 0;
    return x + x;
}

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int x = twice(n);
    //@ assert x == double_of(n) + 1;
//             ^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    a[get_global_id(0)] = x;
}
