// Pointers into one array are compared by the numbers of their elements.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures tid < 3 ==> a[tid] == 0;
@*/
__global__ void k(int *a) {
    int *p = a + blockIdx.x * blockDim.x + threadIdx.x;
    if (p < a + 3) *p = 0;
}
