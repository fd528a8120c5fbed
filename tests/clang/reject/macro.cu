// The place of a finding in a macro is its use.

#define PUT(i, v) a[i] = (v) + 1

/*@ requires tid < a.length; context Perm(a[tid], write); @*/
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    PUT(i, n);
//  ^^^ error expression:overflow
}
