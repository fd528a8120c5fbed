// The value of an assignment is the value of its left side after the assignment.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 44;
@*/
__global__ void k(int *a) {
    unsigned char c;
    int x = c = 300;
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
