//--local_size=64 --num_groups=1
// What an invariant of a barrier says must hold, and no more is known behind the barrier.
__kernel void wrong(__local int *s) {
    int t = get_local_id(0);
    s[t] = t;
    __barrier_invariant_1(s[get_local_id(0)] == 1, t);
    barrier(CLK_LOCAL_MEM_FENCE);
}

// It is needed of no other work-item.
__kernel void elsewhere(__local int *s, __global int *out) {
    int t = get_local_id(0);
    s[t] = t;
    __barrier_invariant_1(s[get_local_id(0)] == get_local_id(0), t);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(s[(t + 1) % 64] == (t + 1) % 64);
    out[t] = s[(t + 1) % 64];
}

// The number of the other work-item is in its condition, and not that of the own one.
__kernel void own(__local int *s, __global int *out) {
    int t = get_local_id(0);
    s[t] = t;
    __barrier_invariant_1(s[get_local_id(0)] == t, (t + 1) % 64);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[t] = s[(t + 1) % 64];
}

// A barrier that does not fence the memory hands nothing on.
__kernel void unfenced(__local int *s, __global int *out) {
    int t = get_local_id(0);
    s[t] = t;
    __barrier_invariant_1(s[get_local_id(0)] == get_local_id(0), (t + 1) % 64);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[t] = s[(t + 1) % 64];
}

// What a claim about two says is proved, and nothing is concluded from it.
__kernel void two(__local int *s, __global int *out, __global const int *in) {
    int t = get_local_id(0);
    s[t] = in[t];
    __barrier_invariant_binary_1(s[get_local_id(0)] != __other_int(s[get_local_id(0)]), t, (t + 1) % 64);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[t] = s[(t + 1) % 64];
}

// An element that another work-item writes at the same time.
__kernel void raced(__local int *s, __global int *out) {
    int t = get_local_id(0);
    s[t] = 1;
    __barrier_invariant_1(s[(get_local_id(0) + 1) % 64] == 1, t);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[t] = s[t];
}
//! error barrier.precondition:condition-false 6:27:23
//! unknown assert:condition-false 16:14:31
//! unknown barrier.transfer:condition-false 24:27:23
//! unknown barrier.transfer:condition-false 33:27:37
//! error load:data-race 35:14:15
//! unknown assert:condition-false 42:34:53
//! unknown barrier.transfer:condition-false 42:34:53
//! unknown group.resources:two-writers 50:5:4
//! error barrier.precondition:condition-false 51:27:34
