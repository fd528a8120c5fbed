// Atomic functions of OpenCL 2: steps on one location, which other threads may access by such steps, too.

__kernel void count(__global const uint *key, __global atomic_uint *h, uint n) {
    size_t i = get_global_id(0);
    if (i < n) atomic_fetch_add(&h[key[i] & 15u], 1u);
}

__kernel void slots(__global const int *x, __global atomic_int *n, __local atomic_int *found) {
    int l = get_local_id(0);
    if (l == 0) atomic_init(found, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (x[get_global_id(0)] > 0) {
        atomic_fetch_add_explicit(found, 1, memory_order_relaxed, memory_scope_work_group);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    if (l == 0) atomic_fetch_max(n, atomic_load_explicit(found, memory_order_relaxed));
}

// A lock-free maximum: an exchange that fails gives the value that was there.
__kernel void greatest(__global const float *in, __global atomic_uint *best) {
    uint own = as_uint(in[get_global_id(0)]);
    uint seen = atomic_load(best);
    while (own > seen && !atomic_compare_exchange_weak(best, &seen, own)) { }
}

__kernel void once(__global atomic_flag *taken, __global int *out) {
    bool was = atomic_flag_test_and_set_explicit(taken, memory_order_acquire, memory_scope_device);
    if (!was) atomic_flag_clear(taken);
    out[get_global_id(0)] = was;
}

__kernel void exchange(__global atomic_long *slot, __global long *out) {
    long i = get_global_id(0);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    out[i] = atomic_exchange_explicit(slot, i, memory_order_seq_cst);
    atomic_store_explicit(slot, 0, memory_order_release, memory_scope_all_svm_devices);
}

// An exchange that fails shows another value.
__kernel void strong(__global atomic_int *c, __global int *out) {
    int expected = 7;
    bool done = atomic_compare_exchange_strong(c, &expected, 9);
    __assert(done == (expected == 7));
    out[get_global_id(0)] = expected;
}
