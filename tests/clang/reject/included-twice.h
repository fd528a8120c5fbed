//! error c.annotation 2:1:50
//@ context tid < a.length ** Perm(a[tid], write);
__global__ void NAME(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
