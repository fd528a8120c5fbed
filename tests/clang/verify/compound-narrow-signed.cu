// Adding to a short that holds its largest value is defined: the sum is an int, and the conversion wraps around.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == -32768;
@*/
__global__ void k(int *a) {
    short s = 32767;
    s++;
    a[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
