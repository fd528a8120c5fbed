// Functions of the device: with a rounding, without a known value, and reads through another cache.
__device__ float scaled(float x, float by = 2.0f) {
    return x * by;
}

//@ requires tid < a.length ** Perm(a[tid], read);
__global__ void k(const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = __ldg(&a[i]), y = __ldg(a + i);
    //@ assert x === y && x === a[i];
    assert(__fadd_rn(1.0f, 2.0f) == 3.0f && scaled(3.0f) == 6.0f);
    float z = __expf(x);
    //@ assert z === z;
}
