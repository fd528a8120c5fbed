// Claims about two threads of a group.
__kernel void uniform(__global int *a, int n) {
    __requires(__uniform_int(n));
    int m = n / 2;
    __assert(__uniform_int(m));
    __assert(__uniform_bool(m > 3));
    int i = get_local_id(0);
    __assert(__distinct_int(i));
    __assert(__distinct_int(2 * i + 1));
    __assert(__exclusive(i == 3));
    __assert(__all(i >= 0));
    if (i < 5) {
        __assert(__all(i < 5));
        __assert(__enabled());
    }
}
__kernel void loop(__local int *s, int n) {
    int i = get_local_id(0);
    for (int k = 0; __invariant(__uniform_int(k)), __invariant(0 <= k), k < n; k++) {
        s[i] = k;
        barrier(CLK_LOCAL_MEM_FENCE);
        __assert(__uniform_int(k * k));
        __candidate_invariant(__uniform_int(s[i]));
    }
}
__kernel void groups(__global int *a) {
    __assert(__uniform_int(get_group_id(0)));
    __assert(__distinct_int(get_global_id(0)));
}
__kernel void fresh(__global int *a, int n) {
    __requires_fresh_array(a);
    __requires(n == 4);
    __assert(__same_group && n + 1 == 5);
}
