// The sum of two arbitrary elements may not fit an int.

/*@ kernel requires tcount <= a.length && tcount <= b.length;
    context Perm(a[tid], write) ** Perm(b[tid], read);
@*/
__global__ void add(int *a, const int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] + b[i];
//         ^^^^^^^^^^^ error expression:overflow
}
