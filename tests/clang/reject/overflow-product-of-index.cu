// Without a bound on the launch, twice the number of the thread may not fit an int.

/*@ kernel requires 2 * tcount <= a.length;
    context Perm(a[2 * tid], write);
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[2 * i] = 0;
//    ^^^^^ unknown expression:overflow
}
