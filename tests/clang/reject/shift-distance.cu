// A shift by 32 or more is undefined.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    unsigned x = 1u << (n);
//               ^^^^^^^^^ error expression:overflow
    a[blockIdx.x * blockDim.x + threadIdx.x] = x > 0u;
}
