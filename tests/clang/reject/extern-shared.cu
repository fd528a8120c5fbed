// The shared memory may be one element too short.

/*@ requires gsize <= s.length + 1;
    requires Perm(s[threadIdx.x], write);
//                ^^^^^^^^^^^^^^ error contract.well-formed:out-of-bounds
@*/
__global__ void k() {
    extern __shared__ float s[];
    s[threadIdx.x] = 1.0f;
}
