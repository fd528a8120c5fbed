// An atomic function on a location of another type, through a cast pointer.

__global__ void k(float *x, int *y, unsigned long long *z) {
    atomicMax((int *)x, 3);
//  ^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    atomicAdd((unsigned int *)&y[1], 1u);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    atomicAdd(reinterpret_cast<int *>(z), 1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
