// Constructs that Sepal does not read are errors at their places.

__device__ int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
//                         ^^^^^^^^^^^^^^^^ error c.unsupported
}
__device__ void put(int *&x) {
//                  ^^^^^^^ error c.unsupported
    *x = 1;
}
__global__ void k(int *a, int n) {
    static int count;
//  ^^^^^^^^^^^^^^^^ error c.unsupported
    a[threadIdx.x] = factorial(n);
    put(a);
}
