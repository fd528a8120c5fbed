// A signed sum can be larger than the greatest `int`.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int big = 2147483000;
    big += n;
//  ^^^^^^^^ error expression:overflow
    a[blockIdx.x * blockDim.x + threadIdx.x] = big;
}
