// A work-item at the border reads its own element in place of the neighbour that does not exist.

/*@ kernel requires n == tcount && n <= in.length && n <= out.length && n < 1000000;
    context Perm(out[tid], write) ** Perm(in[tid], read);
    context Perm(in[tid == 0 ? 0 : tid - 1], read);
    ensures out[tid] == in[tid == 0 ? 0 : tid - 1];
@*/
__kernel void left(__global const int *in, __global int *out, int n) {
    int i = get_global_id(0);
    out[i] = in[clamp(i - 1, 0, n - 1)];
}
