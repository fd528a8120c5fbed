// An atomic function on a location of another size, through a cast pointer.

__global__ void k(float *x, int *y, unsigned long long *z) {
    atomicMax((int *)x, 3);
    atomicAdd((unsigned int *)&y[1], 1u);
    atomicAdd(reinterpret_cast<int *>(z), 1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
