// Atomic operations are not supported yet.

__kernel void count(__global int *a) {
    atomic_inc(a);
//  ^^^^^^^^^^^^^ error c.unsupported
}
