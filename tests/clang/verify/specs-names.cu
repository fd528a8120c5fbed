// Annotations may name functions of files of specifications that the code does not know.

//@ requires tid < a.length ** Perm(a[tid], write);
__global__ void k(int *a, int n) {
    int c = min(max(n, 2), 5);
    //@ assert c == clamp(n, 2, 5);
    a[blockIdx.x * blockDim.x + threadIdx.x] = c;
}
