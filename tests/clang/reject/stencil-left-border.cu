// The first thread reads the element in front of the array.

/*@ kernel requires tcount <= in.length && tcount <= out.length;
    context Perm(out[tid], write) ** Perm(in[tid], read);
    context 0 < tid ==> Perm(in[tid - 1], read);
@*/
__global__ void difference(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = max(in[i], in[i - 1]);
//                      ^^^^^^^^^ error load:out-of-bounds
}
