// A sum of unsigned integers keeps the low 32 bits, so no bound on the elements is needed.

/*@ kernel requires n <= a.length && n <= b.length;
    context tid < n ==> Perm(a[tid], write) ** Perm(b[tid], read);
    ensures tid < n ==> a[tid] == \wrap(u32, \old(a[tid]) + b[tid]);
@*/
__global__ void add(unsigned *a, const unsigned *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] += b[i];
    }
}
