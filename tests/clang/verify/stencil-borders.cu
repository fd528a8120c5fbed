// Each thread writes the largest of three neighbours, and the first and the last element are copied.

/*@ kernel requires 2 <= n && n <= in.length && n <= out.length && n <= tcount;
    context tid < n ==> Perm(out[tid], write) ** Perm(in[tid], read);
    context 0 < tid && tid < n ==> Perm(in[tid - 1], read);
    context tid < n - 1 ==> Perm(in[tid + 1], read);
    ensures tid < n ==> out[tid] >= in[tid];
    ensures 0 < tid && tid < n - 1 ==> out[tid] >= in[tid - 1] && out[tid] >= in[tid + 1];
@*/
__global__ void largest(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i == 0 || i == n - 1) {
        out[i] = in[i];
    } else {
        out[i] = max(in[i - 1], max(in[i], in[i + 1]));
    }
}
