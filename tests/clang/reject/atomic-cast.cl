// An atomic function on a location of another type, through a cast pointer, and on a lane of a vector.

__kernel void k(volatile __global float *x, __global int4 *v, __global char *c) {
    atomic_xchg((volatile __global int *)x, 3);
    atomic_inc((volatile __global int *)v);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    atomic_add((volatile __global int *)&c[2], 1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
