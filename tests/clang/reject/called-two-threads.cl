// Claims about two threads that are false, or that nothing shows.
__kernel void uniform(__global int *a, int n) {
    int i = get_local_id(0);
    __assert(__uniform_int(i));
    __assert(__uniform_bool(i > 3));
    __assert(__distinct_int(i / 2));
    __assert(__distinct_int(n));
    __assert(__exclusive(i > 3));
    __assert(__all(i == 0));
}
// Nothing is concluded from a claim: not that the condition around a barrier is the same for all threads.
__kernel void concluded(__global int *a, __local int *s) {
    int i = get_local_id(0);
    __assert(__uniform_int(i));
    if (i > 3) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
// Nor that a group has a second thread.
__kernel void second(__global int *a) {
    __assert(__distinct_int(get_local_id(0)));
    __assert(get_local_size(0) > 1);
}
// Nor that no thread comes where no two threads can be.
__kernel void alone(__global int *a) {
    int i = get_local_id(0);
    if (i == 0) {
        __assert(__distinct_int(5));
        __assert(i == 1);
    }
}
// A variable that threads change differently, in a loop that they leave at different times.
__kernel void loop(__global int *a) {
    int i = get_local_id(0);
    int j = 0;
    for (int k = 0; __invariant(__uniform_int(j)), k < i; k++) {
        j += 2;
    }
    __assert(__uniform_int(j));
}
__kernel void changed(__global int *a, int n) {
    int j = 0;
    for (int k = 0; __invariant(__uniform_int(j)), k < n; k++) {
        j = get_local_id(0);
    }
}
//! unknown assert:condition-false 4:14:13
//! unknown assert:condition-false 5:14:14
//! unknown assert:condition-false 6:14:14
//! unknown assert:condition-false 7:14:14
//! unknown assert:condition-false 8:14:11
//! unknown assert:condition-false 9:14:5
//! unknown assert:condition-false 14:14:13
//! error barrier.divergence:non-uniform 15:9:5
//! error assert:condition-false 22:14:21
//! error assert:condition-false 29:18:6
//! unknown expression:overflow 37:9:6
//! unknown assert:condition-false 36:33:13
//! unknown assert:condition-false 39:14:13
//! unknown assert:condition-false 43:33:13
