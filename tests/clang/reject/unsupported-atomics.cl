// Atomic functions of OpenCL 2 that are not read.
__kernel void plain(__global atomic_int *c, __global int *out) {
    int x = *c;
    out[0] = x;
}
__kernel void order(__global atomic_int *c, __global int *out) {
    out[0] = atomic_load_explicit(c, memory_order_release);
}
__kernel void stores(__global atomic_int *c) {
    atomic_store_explicit(c, 1, memory_order_acq_rel);
}
__kernel void failing(__global atomic_int *c, int e) {
    atomic_compare_exchange_strong_explicit(c, &e, 1, memory_order_seq_cst, memory_order_release);
}
__kernel void scope(__global atomic_int *c) {
    atomic_fetch_add_explicit(c, 1, memory_order_relaxed, memory_scope_sub_group);
}
__kernel void computed(__global atomic_int *c, int order) {
    atomic_fetch_add_explicit(c, 1, order);
}
__kernel void floats(__global atomic_float *f, float e) {
    atomic_compare_exchange_strong(f, &e, 1.0f);
}
__kernel void waits(int n) {
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item);
}
//! error c.unsupported 3:13:2
//! error c.unsupported 7:14:45
//! error c.unsupported 10:5:49
//! error c.unsupported 13:5:93
//! error c.unsupported 16:59:22
//! error c.unsupported 19:37:5
//! error c.unsupported 22:5:43
//! error c.unsupported 25:45:22
