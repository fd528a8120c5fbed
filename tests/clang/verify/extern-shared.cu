// The host chooses the length of shared memory.

/*@ requires gsize <= s.length;
    requires Perm(s[threadIdx.x], write);
@*/
__global__ void k() {
    extern __shared__ float s[];
    s[threadIdx.x] = 1.0f;
}
