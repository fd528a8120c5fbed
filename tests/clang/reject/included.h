// Mistakes in an included file have their places there.
__device__ int half(int n) {
    assert(n % 2 == 0);
//  ^^^^^^ error assert:condition-false
    return n / 2;
}
__global__ void first(int *a) {
    a[0] = threadIdx.x;
//  ^^^^ error store:data-race
}
