//--only-divergence
// Threads do not reach the same barriers, whatever else is wrong.
__kernel void position(__global int *a) {
    a[0] = get_local_id(0);
    if (get_local_id(0) > 3) {
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
// What a thread has stored itself is not what another one has.
__kernel void stored(__global int *a) {
    int i = get_local_id(0);
    a[i] = i;
    if (a[i] > 0) {
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
__kernel void own(__global int *a) {
    int i = get_local_id(0);
    if (a[i] > 0) {
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
// Claims that are not checked prove nothing: assertions, invariants, and that no two threads write one element.
__kernel void claimed(__global int *a, int n) {
    int i = get_local_id(0);
    __assert(i == 0);
    a[0] = i;
    if (i == 0) {
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
__kernel void invariant(__global int *a, int n) {
    int j = 0;
    for (int k = 0; __invariant(j == 0), k < n; k++) {
        j = get_local_id(0);
    }
    if (j == 0) {
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
__kernel void rounds(__global int *a, int n) {
    for (int k = 0; k < get_local_id(0); k++) {
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
__kernel void leaves(__global int *a, int n) {
    if (get_global_id(0) >= n) {
        return;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
}
__kernel void counted(__global int *a, __global int *c) {
    int x = atomic_add(c, 1);
    if (x > 0) {
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
__kernel void contradictory(__global int *a, int n) {
    __requires(n > 3 && n < 2);
    if (get_local_id(0) == 0) {
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
//! error barrier.divergence:non-uniform 5:9:19
//! error barrier.divergence:non-uniform 13:9:8
//! error barrier.divergence:non-uniform 19:9:8
//! unknown barrier.divergence:non-uniform 28:9:6
//! error barrier.divergence:non-uniform 37:9:6
//! error barrier.divergence:non-uniform 42:21:19
//! error barrier.divergence:non-uniform 47:9:21
//! error barrier.divergence:non-uniform 54:9:5
//! error contract.vacuous:contradictory 59:16:5
