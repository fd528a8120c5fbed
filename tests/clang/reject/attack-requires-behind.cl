// A precondition is about the start of a kernel, so nothing may stand in front of it.
__kernel void behind(__global int *a, int n) {
    n = n - 1;
    __requires(n == 3);
//  ^^^^^^^^^^^^^^^^^^ error c.unsupported
    a[get_global_id(0)] = 10 / (n - 3);
}

__kernel void stored(__global int *a) {
    int i = get_global_id(0);
    a[i] = 5;
    __requires(a[i] == 5);
//  ^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
