// A pointer in shared memory is memory that threads share.

__global__ void allWrite(float *a) {
    __shared__ float *start;
    start = a + threadIdx.x;
//  ^^^^^ error store:data-race
}

__global__ void withoutBarrier(float *a, float *out) {
    __shared__ float *start;
    if (threadIdx.x == 0) start = a;
    out[blockIdx.x * blockDim.x + threadIdx.x] = start[0];
//                                               ^^^^^ error load:data-race
//                                               ^^^^^^^^ error load:out-of-bounds
}

__global__ void outside() {
    __shared__ float s[4];
    __shared__ float *start;
    if (threadIdx.x == 0) start = s + 3;
    __syncthreads();
    if (threadIdx.x == 0) start[1] = 0;
//                        ^^^^^^^^ error store:out-of-bounds
}

__global__ void sameElement(float *a) {
    __shared__ float *start;
    if (threadIdx.x == 0) start = a;
    __syncthreads();
    *start = threadIdx.x;
//  ^^^^^^ error store:data-race
//  ^^^^^^ unknown store:out-of-bounds
}

__global__ void withoutValue(float *a) {
    __shared__ float *start;
    if (threadIdx.x == 1000000) start = a;
    __syncthreads();
    if (threadIdx.x == 0) start[0] = 1;
//                        ^^^^^^^^ error store:out-of-bounds
}

__global__ void twoArrays(float *a, float *b, int n) {
    __shared__ float *start;
//  ^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    if (threadIdx.x == 0) start = n > 0 ? a : b;
}

/*@ context Perm(named[threadIdx.x], write); @*/
//               ^^^^^ error resolve.unknown-name
__global__ void annotated(float *a) {
    __shared__ float *named;
//  ^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    named = a;
}
