//pass
// --local_size=64 --num_groups=2 -D__1D_WORK_GROUP
// What holds at a barrier for each work-item is known behind the barrier for those that the invariant names.
__kernel void next(__local int *s, __global int *out) {
    s[get_local_id(0)] = 2 * get_local_id(0);
    __barrier_invariant_1(s[get_local_id(0)] == 2 * get_local_id(0), (get_local_id(0) + 1) % get_local_size(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    int there = s[(get_local_id(0) + 1) % get_local_size(0)];
    __assert(there == 2 * ((get_local_id(0) + 1) % get_local_size(0)));
    out[get_global_id(0)] = there;
}

// A number of no work-item says nothing.
__kernel void before(__local int *s, __global int *out) {
    int t = get_local_id(0);
    s[t] = t;
    __barrier_invariant(s[get_local_id(0)] >= 0, t, t - 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(s[t] == t);
    if (t > 0) {
        out[get_global_id(0)] = s[t - 1];
        __assert(s[t - 1] >= 0);
    }
}

// A value that is uniform, and a claim about two work-items that follows from what holds for each.
__kernel void rounds(__local int *s, __global int *out, int n) {
    int t = get_local_id(0);
    __requires(0 <= n && n <= 100);
    for (int k = 0; __invariant(0 <= k), k < n; k++) {
        s[t] = k + t;
        __barrier_invariant_1(s[get_local_id(0)] == k + get_local_id(0), 63 - t);
        __barrier_invariant_binary_1(s[get_local_id(0)] != __other_int(s[get_local_id(0)]), 63 - t, t);
        barrier(CLK_LOCAL_MEM_FENCE);
        __assert(s[63 - t] == k + 63 - t);
        out[get_global_id(0)] = s[63 - t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// The same as the contract of the barrier; permissions are inferred.
__kernel void contract(__local int *s, __global int *out) {
    int t = get_local_id(0);
    s[t] = 5;
    /*@ requires s[lid] == 5;
        ensures lid > 0 ==> s[lid - 1] == 5; @*/
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t > 0) {
        __assert(s[t - 1] == 5);
        out[get_global_id(0)] = 1;
    }
}
