// Each thread adds one element.

/*@ requires n <= a.length && n <= b.length && n <= c.length;
    context tid < n ==> Perm(c[tid], write) ** Perm(a[tid], read) ** Perm(b[tid], read);
    ensures tid < n ==> c[tid] === a[tid] + b[tid];
@*/
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
