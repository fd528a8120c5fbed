// Memory under another type of the same size.

__global__ void unsignedNumbers(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned *p = (unsigned *)a;
    p[i] = 4294967295u;
    int x = a[i];
    //@ assert x == -1;
    a[i] = -2;
    unsigned y = p[i];
    //@ assert y == 4294967294;
}

__global__ void bitsOfFloats(const float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned bits = ((const unsigned *)a)[i];
    ((unsigned *)b)[i] = bits & 0x7fffffff;
}

// The sum of numbers of double precision, as it was written before devices had it.
__device__ double add(double *address, double value) {
    unsigned long long *as_bits = (unsigned long long *)address;
    unsigned long long old = *as_bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(as_bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void wrapsAround(int *counts) {
    atomicAdd((unsigned *)counts, 4294967295u);
    atomicMax((unsigned *)&counts[1], 7u);
}
