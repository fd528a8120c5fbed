//--no-annotations
// Wrong annotations of all kinds, which are not used.
/*@ requires tid < n ==> Perm(y[tid], write);
    ensures y[0] == 1;
@*/
__kernel void fill(__global int *y, int n) {
    __requires(n == 7);
    __ensures(n == 8);
    int i = get_global_id(0);
    //@ assert i == 0;
    //@ loop_invariant k == 7;
    for (int k = 0; __invariant(k == 3), k < 10; k++) {
        y[i] = k;
    }
    __barrier_invariant_1(y[i] == 5, 0);
    barrier(CLK_GLOBAL_MEM_FENCE);
    __reads_from(y);
    y[i] = 1;
}
