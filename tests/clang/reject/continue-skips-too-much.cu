// The loop skips negative elements, so the invariant that counts all elements is not preserved.

/*@ kernel requires in.length == 10;
    context (\forall* int j = 0 .. 10; Perm(in[j], read));
@*/
__global__ void count(const int *in) {
    int seen = 0;
    //@ loop_invariant seen == j;
//                     ^^^^^^^^^ error invariant.preserved:condition-false
    for (int j = 0; j < 10; j++) {
        if (in[j] < 0) continue;
        seen++;
    }
}
