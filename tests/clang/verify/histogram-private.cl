// Each work-item counts in four private counters how often each of the values 0 to 3 occurs in its row.

/*@ kernel requires in.length == tcount * 16 && out.length == tcount * 4 && tcount <= 1000000;
    context (\forall* int j = 0 .. 16; Perm(in[tid * 16 + j], read));
    context (\forall* int j = 0 .. 4; Perm(out[tid * 4 + j], write));
    ensures (\forall int j = 0 .. 4; 0 <= out[tid * 4 + j] && out[tid * 4 + j] <= 16);
@*/
__kernel void count(__global const int *in, __global int *out) {
    int i = get_global_id(0);
    int bins[4] = {0, 0, 0, 0};
    //@ loop_invariant (\forall int b = 0 .. 4; 0 <= bins[b] && bins[b] <= j);
    for (int j = 0; j < 16; j++) {
        int v = in[i * 16 + j];
        if (v >= 0 && v < 4) bins[v]++;
    }
    for (int j = 0; j < 4; j++)
        /*@ loop_invariant (\forall* int k = 0 .. 4; Perm(out[tid * 4 + k], write));
            loop_invariant (\forall int k = 0 .. j; 0 <= out[tid * 4 + k] && out[tid * 4 + k] <= 16);
        @*/
    {
        out[i * 4 + j] = bins[j];
    }
}
