// The helper function stores one element too far: a race with the next thread.

__device__ void put(float *p, float value) {
    *p = value;
    p[2] = 2.0f * value;
//  ^^^^ error store:out-of-bounds
}

/*@ requires tcount <= 1000 && 2 * tcount <= a.length;
    context Perm(a[2 * tid], write) ** Perm(a[2 * tid + 1], write);
    ensures a[2 * tid] == 1.0f && a[2 * tid + 1] == 2.0f;
//                                ^^^^^^^^^^^^^^^^^^^^^^ unknown thread.postcondition:condition-false
@*/
__global__ void k(float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *p = a + 2 * i;
    put(p, 1.0f);
}
