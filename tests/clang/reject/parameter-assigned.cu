// The pointer was moved by one element.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    n = n + 1;
    n *= 2;
    //@ assert n % 2 == 0;
    a[blockIdx.x * blockDim.x + threadIdx.x] = n;
    a += 1;
    a[(int)(blockIdx.x * blockDim.x + threadIdx.x)] = 3;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:out-of-bounds
}
