// A helper function stores through a pointer into the middle of an array.

__device__ void put(float *p, float value) {
    *p = value;
    p[1] = 2.0f * value;
}

/*@ requires tcount <= 1000 && 2 * tcount <= a.length;
    context Perm(a[2 * tid], write) ** Perm(a[2 * tid + 1], write);
    ensures a[2 * tid] == 1.0f && a[2 * tid + 1] == 2.0f;
@*/
__global__ void k(float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *p = a + 2 * i;
    put(p, 1.0f);
}
