// Atomic steps of several groups need no condition on the threads of a group, and what a function assumes is no effect.
__kernel void steps(__global int *a) {
    atomic_inc(&a[get_group_id(1)]);
}

int assumed(int n) {
    __assume(n > -5);
    return n;
}

__kernel void called(__global int *a, int n) {
    a[get_global_id(0)] = assumed(n);
}

/*@ pure bool is_small(int n) = n < 100; @*/

/*@ requires is_small(n); @*/
__kernel void asked(__global int *a, int n) {
    a[get_global_id(0)] = n;
}
