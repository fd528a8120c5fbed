// A compare-and-exchange may write an array that the function does not name.
__device__ void put(int *p, int *q) {
    __writes_to(p);
//  ^^^^^^^^^^^^^^ error assert:condition-false
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    atomicCAS(q, 0, 1);
}
__global__ void k(int *a, int *b) {
    put(a, b);
}
