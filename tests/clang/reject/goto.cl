// What goes wrong on the ways that jumps make.

__kernel void skipsValue(__global int *a, int n) {
    int x;
    if (n > 3) goto end;
    x = 1;
end:
    a[get_global_id(0)] = x;
//                        ^ error expression:uninitialised
}

__kernel void skipsGuard(__global int *a, int n) {
    __local int s[4];
    int i = get_local_id(0);
    if (n > 3) goto end;
    if (i >= 4) return;
end:
    s[i] = 1;
//  ^^^^ error store:out-of-bounds
}

// Some threads skip the barrier.
__kernel void diverges(__global int *a) {
    if (get_local_id(0) == 1) goto end;
//      ^^^^^^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    barrier(CLK_LOCAL_MEM_FENCE);
end:
    a[get_global_id(0)] = 1;
}

// Threads jump back a different number of times.
__kernel void divergesInLoop(__global int *a) {
    uint k = 0;
again:
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k++ < get_local_id(0)) goto again;
//      ^^^^^^^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    a[get_global_id(0)] = k;
}

__kernel void race(__global int *a, int n) {
    __local int s[64];
    int lid = get_local_id(0);
    uint k = 0;
again:
    s[lid] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = s[63 - lid];
//                        ^^^^^^^^^^^ error load:data-race
    if (k++ < 3) goto again;
}

__kernel void wrong(__global int *a, int n) {
    int x = 0;
    if (n > 0) goto end;
    x = 1;
end:
    //@ assert x == 1;
//             ^^^^^^ error assert:condition-false
    a[get_global_id(0)] = x;
}

// What stands between the last statement and the label is on the way without a jump only.
__kernel void assumed(__global int *a, int n) {
    if (n > 0) goto end;
    n = 0;
    //@ assert n == 0;
end:
    //@ assert n == 0;
//             ^^^^^^ error assert:condition-false
    a[get_global_id(0)] = n;
}

__kernel void noInvariant(__global int *a, int n) {
    int k = 3;
    //@ loop_invariant k == 3;
//                     ^^^^^^ error invariant.preserved:condition-false
again:
    a[get_global_id(0)] = k;
    if (k++ < 5) goto again;
}
