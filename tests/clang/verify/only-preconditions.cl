//--only-requires
// Preconditions are used, and no other annotations; those with permissions are not used either.
/*@ requires tid < n ==> Perm(y[tid], write);
    context 0 < n && n <= y.length;
    ensures y[0] == 1;
@*/
__kernel void fill(__global int *y, int n) {
    int i = get_global_id(0);
    //@ assert i == 0;
    if (i < n) {
        y[i] = 100 / n;
    }
}
__kernel void calls(__global int *y, int n) {
    __requires(n == 7);
    __ensures(n == 8);
    for (int j = 0; __invariant(j == 3), j < 10; j++) { }
    y[get_global_id(0)] = 100 / n;
}
