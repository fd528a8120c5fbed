// Each thread counts the even elements of its row in a private array of two counters.

/*@ kernel requires in.length == tcount * 8 && out.length == tcount && tcount <= 1000000;
    context (\forall* int j = 0 .. 8; Perm(in[tid * 8 + j], read));
    context Perm(out[tid], write);
    ensures 0 <= out[tid] && out[tid] <= 8;
@*/
__global__ void count(const unsigned *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int bins[2] = {0, 0};
    //@ loop_invariant 0 <= bins[0] && bins[0] <= j && 0 <= bins[1] && bins[1] <= j;
    for (int j = 0; j < 8; j++) {
        bins[in[i * 8 + j] % 2]++;
    }
    out[i] = bins[0];
}
