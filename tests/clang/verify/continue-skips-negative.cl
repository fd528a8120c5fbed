// The loop skips negative elements by `continue`, so the sum of the others is not negative.

/*@ kernel requires in.length == 10 && tcount <= out.length;
    context (\forall* int j = 0 .. 10; Perm(in[j], read));
    requires (\forall int j = 0 .. 10; in[j] <= 1000);
    context Perm(out[tid], write);
    ensures 0 <= out[tid] && out[tid] <= 10000;
@*/
__kernel void sum(__global const int *in, __global int *out) {
    int sum = 0;
    //@ loop_invariant 0 <= sum && sum <= 1000 * j;
    for (int j = 0; j < 10; j++) {
        if (in[j] < 0) continue;
        sum += in[j];
    }
    out[get_global_id(0)] = sum;
}
